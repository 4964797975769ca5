// The arithmetic of `npm run bench -- capacity`: from what calls cost and what rows take to the machines of a scene.
import { lifetimes } from '../../../packages/contract/src/limits.ts'

const [second, hour, day] = [1000, 3600, 24 * 3600]
const page = 8192

/** Every scene takes this for granted. */
export const assumptions = {
  /** The share of processors, disks and memory that stays free. */
  headroom: 0.5,
  /** Days for which the rows of a table are kept; those of other tables as long as their player. */
  days: {
    sessions: (2 * lifetimes.session) / day,
    access_tokens: (2 * lifetimes.session) / day,
    account_ledger: lifetimes.activity / day,
    account_events: lifetimes.accountEvent / day,
    mail_links: (lifetimes.confirmationLink + lifetimes.endedMailLink) / day,
    oidc_artifacts: lifetimes.session / day,
    attempts: 1,
    mails: 0,
    outbox: 0,
  },
  /** Rows of a registration that are gone a day later: its key. */
  passing: { unique_values: 1 },
  /** Tables of which a player who is online has rows in memory, each on a separate page. */
  hot: { players: 1, unique_values: 2, sessions: 1, access_tokens: 1 },
}

/** The calls of each player who is online, in an hour. */
export const perHour = {
  'log-in': 0.25,
  refresh: 1,
  'read of a token': 6,
  'read of the profile': 6,
  registration: 0.001,
  'OpenID authorization': 0.25,
  'OpenID code for a token': 0.25,
  userinfo: 0.5,
}

/** `perSecond` are the calls, `seconds` is for how long they come so densely. */
export const scenes = [
  {
    title: '2,000 log-ins a second for an hour, among 10 million players',
    players: 1e7,
    online: 2000 * hour,
    seconds: hour,
    perSecond: { 'log-in': 2000, 'read of the profile': 4000 },
  },
  {
    title: '100 million players, 1 % online, at any time of the year',
    players: 1e8,
    online: 1e6,
    seconds: Infinity,
    perSecond: Object.fromEntries(
      Object.entries(perHour).map(([call, times]) => [call, (times * 1e6) / hour]),
    ),
  },
]

/** The counters that a call raises. */
const counted = ['main', 'hashing', 'other', 'database', 'wal', 'images', 'commits']

/**
 * The cost of one of `count` calls: the difference of two readings of the counters, without what the idle
 * product would have cost in that time. `idle` is a second of it.
 */
export function costOf(before, after, count, idle = {}) {
  const seconds = (after.at - before.at) / second
  const costs = counted.map((name) => {
    const own = after[name] - before[name] - seconds * (idle[name] ?? 0)
    return [name, Math.max(0, own) / count]
  })
  return Object.fromEntries(costs)
}

/**
 * The machines of a scene. `costs` has a cost by call, `rows` the rows that each call leaves in each
 * table, `tables` the bytes of a row, those of its indexes, and how many indexes there are; and
 * `serverBytes` is the memory of one process.
 */
export function sizeOf(scene, measured, taken = assumptions) {
  const { costs } = measured
  const free = 1 - taken.headroom
  const sumOf = (...names) =>
    sumOver(scene, (call) => names.reduce((sum, name) => sum + costs[call][name], 0))
  const cores = (...names) => sumOf(...names) / second / free
  const processes = Math.max(1, Math.ceil(cores('main')))
  return {
    'cores for servers, without hashing': cores('main', 'other'),
    'cores for servers, for hashing': cores('hashing'),
    'server processes, for a core of main thread each': processes,
    'GB of memory for servers': (processes * measured.serverBytes) / 1e9 / free,
    'cores for the database': cores('database'),
    'commits a second': sumOf('commits'),
    'MB of WAL a second': sumOf('wal') / 1e6,
    'MB of WAL a second, just after a checkpoint': sumOf('wal', 'images') / 1e6,
    'GB of disk': diskOf(scene, measured, taken) / 1e9 / free,
    'GB of memory for the database': memoryOf(scene, measured, taken) / 1e9 / free,
  }
}

function sumOver({ perSecond }, valueOf) {
  return Object.entries(perSecond).reduce((sum, [call, rate]) => sum + rate * valueOf(call), 0)
}

/** The rows of a table: as many as its players have, or as its calls leave until they are swept. */
function rowsOf(table, scene, { rows }, { days, passing = {} }) {
  const each = (call) => rows[call]?.[table] ?? 0
  if (days[table] === undefined) {
    return scene.players * Math.max(0, each('registration') - (passing[table] ?? 0))
  }
  return sumOver(scene, each) * Math.min(days[table] * day, scene.seconds)
}

function diskOf(scene, measured, taken) {
  return Object.entries(measured.tables).reduce(
    (sum, [table, { bytes }]) => sum + rowsOf(table, scene, measured, taken) * bytes,
    0,
  )
}

/** Pages that players who are online share with each other are counted once, if that is all of a table. */
function memoryOf(scene, measured, taken) {
  return Object.entries(taken.hot).reduce((sum, [table, each]) => {
    const { bytes, indexBytes, indexes } = measured.tables[table]
    const rows = rowsOf(table, scene, measured, taken)
    const pages = scene.online * each * page
    return (
      sum +
      Math.min(rows * indexBytes, pages * indexes) +
      Math.min(rows * (bytes - indexBytes), pages)
    )
  }, 0)
}

/**
 * How many times as many log-ins a core does as another product's; null unless both are the same flow
 * with the same parameters of the hash, both known, as the hash is most of the work.
 */
export function ratioTo(own, other) {
  const isSame = (name) => own[name] !== null && own[name] === other[name]
  if (!isSame('flow') || !isSame('hash') || other.perCore === null) return null
  return own.perCore / other.perCore
}
