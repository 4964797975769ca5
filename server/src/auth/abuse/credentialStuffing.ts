import type { Clock } from '../../platform/clock.ts'
import { type EventLog, logSecurityEvent } from '../../platform/observability/events.ts'

/** This many tries in one minute with this share of wrong passwords are an attack. */
const alarming = { tries: 50, wrongShare: 0.8 }
const minute = 60_000
/** Limits the notices of a minute that wait for a detection. */
const mostPending = 1000

interface Minute {
  readonly began: number
  right: number
  wrong: number
  isAlarming: boolean
  /** Notices that wait until credential stuffing is detected. */
  readonly pending: (() => Promise<void>)[]
}

/**
 * Detects credential stuffing: an attacker tries stolen passwords, each on another player and from
 * another address, so that no counter of a player or an address fills. Most passwords of such a
 * minute are wrong. A detection writes one line to the security log. Every server counts only its
 * own log-ins.
 */
export class CredentialStuffingDetector {
  readonly #clock: Clock
  readonly #log: EventLog
  readonly #isOn: boolean
  readonly #minutes = new Map<string, Minute>()

  constructor(clock: Clock, log: EventLog, isOn: boolean) {
    this.#clock = clock
    this.#log = log
    this.#isOn = isOn
  }

  /** Counts a tried password of a deployment. */
  async record(deployment: string, outcome: 'right' | 'wrong'): Promise<void> {
    if (!this.#isOn) return
    const present = this.#minuteOf(deployment)
    present[outcome] += 1
    const { right, wrong, pending } = present
    const isAlarming =
      right + wrong >= alarming.tries && wrong / (right + wrong) >= alarming.wrongShare
    if (present.isAlarming || !isAlarming) return
    present.isAlarming = true
    const counted = { tried: right + wrong, wrong }
    logSecurityEvent(this.#log, 'credential_stuffing.detected', { deployment }, counted)
    await Promise.all(pending.splice(0).map((notify) => notify()))
  }

  /** Calls `notify` if credential stuffing is detected in this minute: now, or at the detection. */
  async notifyIfDetected(deployment: string, notify: () => Promise<void>): Promise<void> {
    if (!this.#isOn) return
    const { isAlarming, pending } = this.#minuteOf(deployment)
    if (isAlarming) await notify()
    else if (pending.length < mostPending) pending.push(notify)
  }

  #minuteOf(deployment: string): Minute {
    const now = this.#clock.now().getTime()
    const last = this.#minutes.get(deployment)
    if (last && now - last.began < minute) return last
    const present = { began: now, right: 0, wrong: 0, isAlarming: false, pending: [] }
    this.#minutes.set(deployment, present)
    return present
  }
}
