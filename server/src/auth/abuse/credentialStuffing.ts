import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from '../../platform/clock.ts'
import type { SecurityEvent } from '../../platform/observability/securityLog.ts'

/** Passwords that were tried in one minute, and so many wrong ones among them, are no players'. */
const alarming = { tries: 50, wrongShare: 0.8 }
const minute = 60_000
/** Log-ins of a minute that are kept in mind until it turns out what kind of minute it was. */
const keptInMind = 1000

interface Minute {
  readonly began: number
  right: number
  wrong: number
  isAlarming: boolean
  /** What is to be told once it is known that passwords are being tried out. */
  readonly untold: (() => Promise<void>)[]
}

/**
 * Sees when stolen passwords are tried out, each at another player and from another address, where
 * no counter of a player or an address sees anything: most of what is tried in a minute is wrong.
 * One line in the security log says so. Every server watches what reaches it.
 */
export class CredentialStuffingDetector {
  readonly #clock: Clock
  readonly #log: Pick<FastifyBaseLogger, 'warn'>
  readonly #isOn: boolean
  readonly #minutes = new Map<string, Minute>()

  constructor(clock: Clock, log: Pick<FastifyBaseLogger, 'warn'>, isOn: boolean) {
    this.#clock = clock
    this.#log = log
    this.#isOn = isOn
  }

  /** Counts a password that was tried at a deployment. */
  async tried(deployment: string, outcome: 'right' | 'wrong'): Promise<void> {
    if (!this.#isOn) return
    const present = this.#minuteOf(deployment)
    present[outcome] += 1
    const { right, wrong, untold } = present
    const isAlarming =
      right + wrong >= alarming.tries && wrong / (right + wrong) >= alarming.wrongShare
    if (present.isAlarming || !isAlarming) return
    present.isAlarming = true
    const security: SecurityEvent = 'passwords tried out'
    this.#log.warn({ security, deployment, tried: right + wrong, wrong })
    await Promise.all(untold.splice(0).map((tell) => tell()))
  }

  /** Has something told if passwords are tried out in this minute: now, or as soon as it is seen. */
  async notifyIfDetected(deployment: string, tell: () => Promise<void>): Promise<void> {
    if (!this.#isOn) return
    const { isAlarming, untold } = this.#minuteOf(deployment)
    if (isAlarming) await tell()
    else if (untold.length < keptInMind) untold.push(tell)
  }

  #minuteOf(deployment: string): Minute {
    const now = this.#clock.now().getTime()
    const last = this.#minutes.get(deployment)
    if (last && now - last.began < minute) return last
    const present = { began: now, right: 0, wrong: 0, isAlarming: false, untold: [] }
    this.#minutes.set(deployment, present)
    return present
  }
}
