import { setTimeout as pause } from 'node:timers/promises'
import { openMailSink } from '../../../apps/server/test/fixtures/processes/mailSink.ts'
import { textOfMail } from '../../../apps/server/test/fixtures/samples/textOfMail.ts'
import { CutError, FailedError, Visitor } from './visitors.mjs'

/** Milliseconds in which a proxy still uses a connection to a server that is gone. */
const graceMs = 50
/** Milliseconds until a visitor repeats, as those of the portal. */
const repeatsAfterMs = 500

/** Acts with the next player of a pool, who is in one place at a time; one who was refused has left. */
async function borrow(pool, act) {
  const one = pool.shift()
  if (one === undefined) return
  let isRefused = false
  try {
    await act(one)
  } catch (error) {
    isRefused = error.isOutage === false
    throw error
  } finally {
    if (!isRefused) pool.push(one)
  }
}

/** The secret in the link of a mail. */
export function linkIn(raw) {
  return /\?(?:uid|verificationCode)=([\w-]+)/.exec(textOfMail(raw))?.[1]
}

/** Visitors that arrive at fixed rates, whether they are answered or not, and the account of it. */
export class Load {
  requests = []
  failures = []
  /** Requests that a killed server had in hand. */
  cut = []
  /** When servers were killed, and when they were gone. */
  kills = []
  mailed = new Set()
  /** Writes that were answered well, as their visitors know them: kind, value and moment. */
  acknowledged = []
  sessions = new Set()
  siteTokens = []
  #running = new Set()
  #timers = []
  #mails = []
  #sink
  #world
  #patience = 0
  #begun = 0

  static async open() {
    const load = new Load()
    load.#sink = await openMailSink()
    load.smtpUrl = load.#sink.url
    return load
  }

  /**
   * Begins: `rate` times the arrivals a second of the table. `players` are those of `seedPlayers`. A
   * visitor whom an outage met tries again every three seconds for `patience` milliseconds.
   */
  begin({ rate, port, host, apiKey, forum, players, seeded, patience = 0 }) {
    this.#patience = patience
    // A later load has other players.
    const first = this.#begun * 50_000
    this.#begun += 1
    this.#world = {
      port,
      host,
      apiKey,
      record: (request) => this.#record(request),
      isMailed: (email) => this.mailed.add(email),
      isAcknowledged: (kind, value) =>
        this.acknowledged.push({ kind, value, at: performance.now() }),
      linkTo: (email) => this.#linkTo(email),
    }
    const { password } = players[0]
    const visitor = (number, session) => new Visitor(this.#world, number, session)
    const rooms = players.map((player) => visitor(player.number, player))
    for (const each of rooms) this.sessions.add(each)
    // Half of them link, which a player does once.
    const quarter = rooms.length >> 2
    const [refreshing, signing] = [rooms.splice(0, quarter), rooms.splice(0, quarter)]
    const linking = rooms
    const come = async (one, act) => {
      await this.#again((state) => act(one, state))
      this.sessions.add(one)
    }
    const nameOf = (number) => `Seeded${1 + ((number * 7) % seeded)}`
    const signIn = async (one) => this.siteTokens.push(await one.signInToSite(forum))
    /** Arrivals a second. */
    const flows = [
      [8, (number) => come(visitor(1e6 + number), (one) => one.logIn(nameOf(number), password))],
      [12, () => borrow(refreshing, (player) => come(player, (one, state) => one.refresh(state)))],
      [2, (number) => come(visitor(2e6 + number), (one, state) => one.join(number, state))],
      [2, (number) => borrow(linking, (player) => come(player, (one) => one.link(number)))],
      [3, () => borrow(signing, (player) => come(player, signIn))],
      [1, (number) => this.#again(() => visitor(4e6 + number).open())],
    ]
    for (const [perSecond, arrive] of flows) {
      let number = first
      const next = () => {
        number += 1
        const visit = arrive(number).catch((error) => {
          if (!(error instanceof FailedError)) this.failures.push(String(error.stack))
        })
        this.#running.add(visit)
        void visit.finally(() => this.#running.delete(visit))
      }
      this.#timers.push(setInterval(next, 1000 / (perSecond * rate)))
    }
  }

  /** No more visitors arrive; resolves when those that have come are through. */
  async end() {
    for (const timer of this.#timers) clearInterval(timer)
    await Promise.all(this.#running)
  }

  close() {
    return this.#sink.close()
  }

  /** A visitor whose request was cut begins again, once, with what it knows; after an outage more often. */
  async #again(act) {
    const state = {}
    const until = performance.now() + this.#patience
    for (let tries = 1; ; tries += 1) {
      try {
        return await act(state)
      } catch (error) {
        const mayTry = error instanceof CutError ? tries === 1 : error.isOutage === true
        if (!mayTry || (error.isOutage && performance.now() > until)) throw error
        await pause(error.isOutage ? 3000 : repeatsAfterMs)
      }
    }
  }

  #record({ step, method, from, to, status, answer }) {
    const isGood = answer.statusCode === status
    const isCut = !isGood && this.kills.some(({ at, gone }) => from <= gone + graceMs && at <= to)
    const { statusCode } = answer
    this.requests.push({ step, from, ms: to - from, isGood, isCut, statusCode })
    if (isGood) return
    const line = `${step}: ${method} ${statusCode} ${answer.body.slice(0, 200)}`
    ;(isCut ? this.cut : this.failures).push(line)
    if (isCut) throw new CutError(line)
    throw Object.assign(new FailedError(line), { isOutage: statusCode === 0 || statusCode >= 500 })
  }

  /** Every mail until now: to whom, about what, and its id. */
  get mails() {
    const { received, recipients } = this.#sink
    for (let at = this.#mails.length; at < received.length; at += 1) {
      const raw = received[at]
      const header = (name) => new RegExp(`^${name}: (.+)$`, 'im').exec(raw)?.[1].trim()
      this.#mails.push({
        to: recipients[at],
        about: header('Subject'),
        id: header('Message-ID'),
        raw,
      })
    }
    return this.#mails
  }

  #linkTo(email) {
    const mail = this.mails.find(({ to }) => to === email)
    return linkIn(mail?.raw ?? '')
  }

  /** Mails that came twice, that came again under their own id, and that never came. */
  judgeMails() {
    const { mails } = this
    const byId = Map.groupBy(mails, ({ id }) => id)
    const byCause = Map.groupBy(
      byId.values().map(([mail]) => mail),
      ({ to, about }) => `${to} ${about}`,
    )
    const arrived = new Set(mails.map(({ to }) => to))
    return {
      twice: [...byCause.values()].reduce((sum, { length }) => sum + length - 1, 0),
      again: mails.length - byId.size,
      never: [...this.mailed].filter((email) => !arrived.has(email)),
    }
  }

  /** Reads every session and every site's token once more; returns how many are gone. */
  async countLost() {
    const asked = [
      ...[...this.sessions].map((one) => async () => {
        if (!(await one.readToken('last look')).Validated) throw new FailedError('It is over.')
      }),
      ...this.siteTokens.map(
        (token, at) => () => new Visitor(this.#world, 3e6 + at).readAsSite(token),
      ),
    ]
    let lost = 0
    const look = async () => {
      for (let ask = asked.pop(); ask !== undefined; ask = asked.pop()) {
        await ask().catch(() => (lost += 1))
      }
    }
    await Promise.all(Array.from({ length: 8 }, look))
    return lost
  }
}
