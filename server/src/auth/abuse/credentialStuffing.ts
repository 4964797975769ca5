import type { Clock } from '../../platform/clock.ts'
import { type EventLog, logSecurityEvent } from '../../platform/observability/events.ts'

/** So many passwords tried in one minute, with so many wrong ones among them, are an attack. */
const alarming = { tries: 50, wrongShare: 0.8 }
const minute = 60_000
/** Notices of a minute that are kept until it is known whether credential stuffing goes on. */
const mostPending = 1000

interface Minute {
  readonly began: number
  right: number
  wrong: number
  isAlarming: boolean
  /** Notices that wait until it is known whether credential stuffing goes on. */
  readonly pending: (() => Promise<void>)[]
}

/**
 * Detects credential stuffing: stolen passwords are tried, each at another player and from another
 * address, so that no counter of a player or an address fills. Most passwords of such a minute are
 * wrong. One line in the security log says so. Every server watches the log-ins that reach it.
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

  /** Counts a password that was tried at a deployment. */
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

  /** Calls `notify` if credential stuffing goes on in this minute: now, or as soon as it is detected. */
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
