import { consoleHost } from './deployment.mjs'
import { bare, hashRate } from './machineSpeed.mjs'
import { runLoad } from './runLoad.mjs'

/** The least that a call does which asks the database: it is the floor of the calls that do. */
const oneSelect = 'Fastify with one select'

/** Requests for a row of each player, by its primary key. */
const selects = ({ players }) => players.slice(0, 64).map(({ id }) => ({ path: `/select/${id}` }))

/** The number of addresses of a player that reads all the time. */
const addresses = 64

/**
 * The measurements. `run` takes the environment and the seconds of each part, and returns figures.
 * `budget` checks their medians.
 */
export const measurements = [
  logIn(16),
  logIn(64),
  {
    name: 'read',
    title: 'GET profile/user/{id}, 64 connections, good answers a second',
    async run({ product, peer, floor }, seconds) {
      const own = await runLoad({ ...at(product, seconds), requests: product.reads(64, addresses) })
      const many = await runLoad({ ...at(product, seconds), requests: product.reads(2048, 2) })
      const session = await runLoad({ ...ofPeer(peer, seconds), requests: peer.reads })
      const select = await runLoad({ ...at(floor, seconds), requests: selects(product) })
      const fastify = await runLoad({ ...at(floor, seconds), requests: bare('/bare') })
      return {
        'Gatehouse, 64 players': own.perSecond,
        'Gatehouse, 64 players, p99 in ms': own.p99,
        'Gatehouse, 2,048 players': many.perSecond,
        'Better Auth get-session': session.perSecond,
        'Better Auth, without an answer': session.failed,
        [oneSelect]: select.perSecond,
        'bare Fastify': fastify.perSecond,
        // The ratio is of each round, as the machine's speed varies between rounds.
        [`of ${oneSelect}`]: own.perSecond / select.perSecond,
      }
    },
    budget: (figures) =>
      all(
        atLeast(figures, 'Gatehouse, 64 players', 7, 'Better Auth get-session'),
        ofFloor(figures[`of ${oneSelect}`], 0.7, oneSelect),
        atMost(figures['Gatehouse, 64 players, p99 in ms'], 100, 'p99 in ms'),
      ),
  },
  {
    name: 'token',
    title: 'GET token/{identity}, 64 connections, good answers a second',
    async run({ product, floor }, seconds) {
      const own = await runLoad({
        ...at(product, seconds),
        requests: product.tokens(64, addresses),
      })
      const select = await runLoad({ ...at(floor, seconds), requests: selects(product) })
      return {
        Gatehouse: own.perSecond,
        'Gatehouse, p99 in ms': own.p99,
        [oneSelect]: select.perSecond,
        [`of ${oneSelect}`]: own.perSecond / select.perSecond,
      }
    },
    budget: (figures) =>
      all(
        ofFloor(figures[`of ${oneSelect}`], 0.65, oneSelect),
        atMost(figures['Gatehouse, p99 in ms'], 100, 'p99 in ms'),
      ),
  },
  {
    name: 'busy',
    title: 'GET profile/user/{id}, 200 a second, while log-ins take the processor',
    async run({ product }, seconds) {
      const reads = {
        url: product.url,
        connections: 8,
        rate: 200,
        seconds,
        requests: product.reads(64, addresses),
      }
      const alone = await runLoad(reads)
      const [meanwhile, logIns] = await Promise.all([
        runLoad({ ...reads, mayFail: true }),
        runLoad({ ...at(product, seconds), requests: product.logIns(2048), mayFail: true }),
      ])
      return {
        'p99 alone, in ms': alone.p99,
        'p99 meanwhile, in ms': meanwhile.p99,
        'refused reads': meanwhile.failed,
        'log-ins a second': logIns.perSecond,
      }
    },
    budget: (figures) =>
      all(
        atMost(figures['p99 meanwhile, in ms'], 3 * figures['p99 alone, in ms'], 'p99 in ms'),
        atMost(figures['refused reads'], 0, 'refused reads'),
      ),
  },
  {
    name: 'junk',
    title: 'GET profile/user/{id}, 200 a second, while six strangers send junk to the console',
    async run({ product }, seconds) {
      const reads = { url: product.url, connections: 8, rate: 200, seconds }
      const requests = product.reads(64, addresses)
      const alone = await runLoad({ ...reads, requests })
      const [meanwhile, junk] = await Promise.all([
        runLoad({ ...reads, requests, mayFail: true }),
        runLoad({
          url: product.consoleUrl,
          connections: 6,
          seconds,
          requests: [junkOf()],
          mayFail: true,
        }),
      ])
      return {
        'p97.5 alone, in ms': alone.p97_5,
        'p97.5 meanwhile, in ms': meanwhile.p97_5,
        'refused reads': meanwhile.failed,
        'refused junk a second': junk.failed / seconds,
        'junk that was taken': junk.perSecond,
      }
    },
    budget: (figures) =>
      all(
        atMost(
          figures['p97.5 meanwhile, in ms'],
          1.5 * figures['p97.5 alone, in ms'],
          'p97.5 in ms',
        ),
        atMost(figures['refused reads'], 0, 'refused reads'),
        atMost(figures['junk that was taken'], 0, 'junk that was taken'),
      ),
  },
  {
    name: 'process',
    title: 'The process',
    async run({ product }) {
      return {
        'start of npm run serve to ready, in s': product.startSeconds,
        'resident memory, in MB': (await product.metric('process_resident_memory_bytes')) / 2 ** 20,
      }
    },
    budget: (figures) =>
      all(
        atMost(figures['start of npm run serve to ready, in s'], 3, 'seconds to ready'),
        atMost(figures['resident memory, in MB'], 250, 'MB'),
      ),
  },
]

function logIn(connections) {
  return {
    name: 'log-in',
    title: `POST log/log-in, ${connections} connections, good answers a second`,
    async run({ product, peer }, seconds) {
      const load = { ...at(product, seconds), connections }
      // Half of the floor runs before and half after, as the machine's speed varies.
      const before = hashRate(seconds / 2)
      // This read discards the delays before the load.
      await product.metric('nodejs_eventloop_lag_p99_seconds')
      const own = await runLoad({ ...load, requests: product.logIns(2048), mayFail: true })
      const lag = await product.metric('nodejs_eventloop_lag_p99_seconds')
      const afterwards = hashRate(seconds / 2)
      const floor = (before + afterwards) / 2
      const other = await runLoad({ ...ofPeer(peer, seconds), connections, requests: peer.logIns })
      return {
        Gatehouse: own.perSecond,
        'Gatehouse, refused with Retry-After': own.failed,
        'Gatehouse, p99 in ms': own.p99,
        'delay of the event loop, p99 in ms': lag * 1000,
        'Better Auth sign-in/email (scrypt)': other.perSecond,
        'Better Auth, without an answer': other.failed,
        'argon2id alone, same parameters': floor,
        // The ratio is of each round, as the machine's speed varies between rounds.
        'of argon2id alone': own.perSecond / floor,
      }
    },
    budget: (figures) =>
      all(
        ofFloor(figures['of argon2id alone'], 0.85, 'argon2id alone'),
        atMost(figures['Gatehouse, refused with Retry-After'], 0, 'refused with Retry-After'),
        atMost(
          figures['delay of the event loop, p99 in ms'],
          connections > 16 ? 35 : 20,
          'ms of delay',
        ),
      ),
  }
}

/** An order of ten megabytes, without any log-in. */
function junkOf() {
  return {
    method: 'POST',
    path: '/api/v1/players/find',
    headers: { host: consoleHost, 'content-type': 'application/json' },
    body: JSON.stringify({ order: { text: 'x'.repeat(10_000_000), deployment: 'bench' } }),
  }
}

function at({ url }, seconds) {
  return { url, connections: 64, seconds }
}

/** A peer may answer too late: that is a separate figure. */
function ofPeer(peer, seconds) {
  return { ...at(peer, seconds), mayFail: true }
}

function atLeast(figures, own, factor, other) {
  return ofFloor(figures[own] / figures[other], factor, other)
}

function ofFloor(ratio, factor, other) {
  const text = `${ratio.toPrecision(3)} × ${other}, to be ${factor} or more`
  return { isKept: ratio >= factor, text }
}

function atMost(value, most, unit) {
  return { isKept: value <= most, text: `${value.toPrecision(3)} ${unit}, to be ${most} or less` }
}

function all(...kept) {
  return {
    isKept: kept.every(({ isKept }) => isKept),
    text: kept.map(({ text }) => text).join('; '),
  }
}
