import type { Clock } from '../../platform/clock.ts'
import { type EventLog, logEvent, logSecurityEvent } from '../../platform/observability/events.ts'

/** This many tries in one minute with this share of wrong passwords are an attack. */
const alarming = { tries: 50, wrongShare: 0.8 }
const minute = 60_000
/** Limits the notices that wait: those of a minute for a detection, and those that are due. */
const mostWaiting = 1000
const mostTries = 5

interface Notice {
  readonly send: () => Promise<void>
  tries: number
}

interface Minute {
  readonly began: number
  right: number
  wrong: number
  isAlarming: boolean
  /** Notices that wait until credential stuffing is detected. */
  readonly pending: Notice[]
}

/**
 * Detects credential stuffing: an attacker tries stolen passwords, each on another player and from
 * another address, so that no counter of a player or an address reaches its limit. Most passwords
 * of such a minute are wrong. A detection writes one line to the security log. Every server counts
 * only its own log-ins.
 */
export class CredentialStuffingDetector {
  readonly #clock: Clock
  readonly #log: EventLog
  readonly #isOn: boolean
  readonly #minutes = new Map<string, Minute>()
  readonly #due: Notice[] = []
  #isSending = false

  constructor(clock: Clock, log: EventLog, isOn: boolean) {
    this.#clock = clock
    this.#log = log
    this.#isOn = isOn
  }

  /** Counts a tried password of a deployment. */
  record(deployment: string, outcome: 'right' | 'wrong'): void {
    if (!this.#isOn) return
    void this.#sendDue()
    const present = this.#minuteOf(deployment)
    present[outcome] += 1
    const { right, wrong, pending } = present
    const isAlarming =
      right + wrong >= alarming.tries && wrong / (right + wrong) >= alarming.wrongShare
    if (present.isAlarming || !isAlarming) return
    present.isAlarming = true
    const counted = { tried: right + wrong, wrong }
    logSecurityEvent(this.#log, 'credential_stuffing.detected', { deployment }, counted)
    this.#due.push(...pending.splice(0))
    void this.#sendDue()
  }

  /**
   * Sends a notice if credential stuffing is detected in this minute: from now on, or from the
   * detection on, apart from any request.
   */
  notifyIfDetected(deployment: string, send: () => Promise<void>): void {
    if (!this.#isOn) return
    const { isAlarming, pending } = this.#minuteOf(deployment)
    const waiting = isAlarming ? this.#due : pending
    if (waiting.length < mostWaiting) waiting.push({ send, tries: 0 })
    void this.#sendDue()
  }

  /**
   * One at a time: all at once they would take every connection to the database. One that fails
   * waits for the next tried password.
   */
  async #sendDue(): Promise<void> {
    if (this.#isSending) return
    this.#isSending = true
    for (let notice = this.#due.shift(); notice; notice = this.#due.shift()) {
      try {
        await notice.send()
      } catch (error) {
        logEvent(this.#log, 'credential_stuffing.notice_failed', { err: error })
        notice.tries += 1
        if (notice.tries < mostTries) this.#due.push(notice)
        break
      }
    }
    this.#isSending = false
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
