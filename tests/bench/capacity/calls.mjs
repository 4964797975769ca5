import { Agent } from 'node:http'
import { openMailSink } from '../../../apps/server/test/fixtures/processes/mailSink.ts'
import { apiKey, forum, host } from '../deployment.mjs'
import { linkIn } from '../upgrade/load.mjs'
import { Visitor } from '../upgrade/visitors.mjs'

/** Browsers of seeded players that keep their connections, as those behind a proxy do. */
export class Browsers {
  #agent = new Agent({ keepAlive: true })
  #sink
  #world
  #seeded
  #password

  static async open() {
    const browsers = new Browsers()
    browsers.#sink = await openMailSink()
    browsers.smtpUrl = browsers.#sink.url
    return browsers
  }

  async close() {
    this.#agent.destroy()
    await this.#sink.close()
  }

  /** Knows the product that was opened with its mail server, among so many seeded players. */
  begin(product, seeded) {
    this.#seeded = seeded
    this.#password = product.players[0].password
    this.#world = {
      port: Number(new URL(product.url).port),
      host,
      apiKey,
      agent: this.#agent,
      record: refuseFailures,
      isMailed: () => undefined,
      isAcknowledged: () => undefined,
      linkTo: (email) => {
        const at = this.#sink.recipients.lastIndexOf(email)
        return at === -1 ? undefined : linkIn(this.#sink.received[at])
      },
    }
  }

  /**
   * Measures every call by so many players, evenly spread over all. Costs of calls that a portal makes
   * together are measured together; numbers of players are far apart from those of new players.
   */
  async measureAll(meter, count, report) {
    const step = Math.max(1, Math.floor(this.#seeded / count))
    const players = Array.from({ length: Math.min(count, this.#seeded) }, (_, index) => ({
      name: `Seeded${1 + index * step}`,
      number: index,
      visitor: new Visitor(this.#world, 1e6 + index),
    }))
    const fresh = Array.from({ length: Math.ceil(count / 4) }, (_, number) => ({
      number,
      state: {},
      visitor: new Visitor(this.#world, 2e6 + number),
    }))
    const reads = Array.from({ length: 8 }, () => players).flat()
    const logIn = ({ name, visitor }) => visitor.logIn(name, this.#password)
    let repeats = 0
    // On a busy machine the database may take longer than a server waits.
    const patiently = (act) => async (visitor) => {
      for (let tries = 1; ; tries += 1) {
        try {
          return await act(visitor)
        } catch (error) {
          if (error.isOutage !== true || tries === 5) throw error
          repeats += 1
        }
      }
    }
    const measure = async (name, visitors, act) => {
      repeats = 0
      const perSecond = await meter.measure(name, visitors, patiently(act))
      report(name, perSecond, repeats)
    }

    await measure('log-in from an unknown browser', players, logIn)
    // The session has ended; the browser is still known.
    for (const { visitor } of players) visitor.loseSession()
    await measure('log-in', players, logIn)
    await measure('read of a token', reads, ({ visitor }) => visitor.readToken())
    await measure('read of the profile', reads, ({ visitor }) => visitor.readProfile())
    await measure('refresh', players, ({ visitor }) => visitor.refresh({}))
    await measure('registration', fresh, ({ number, state, visitor }) =>
      visitor.register(number, state),
    )
    // A code lives for a minute, so there are few of them.
    await this.#measureSite(measure, players.slice(0, 256))
  }

  async #measureSite(measure, players) {
    await measure('OpenID authorization', players, async (player) => {
      player.code = await player.visitor.authorize(forum)
    })
    await measure('OpenID code for a token', players, async (player) => {
      player.token = await player.visitor.exchange(forum, player.code)
    })
    const reads = Array.from({ length: 8 }, () => players).flat()
    await measure('userinfo', reads, ({ visitor, token }) => visitor.readAsSite(token))
  }
}

function refuseFailures({ step, status, answer }) {
  if (answer.statusCode === status) return
  const message = `${step}: ${answer.statusCode} ${answer.body.slice(0, 200)}`
  throw Object.assign(new Error(message), { isOutage: answer.statusCode === 503 })
}
