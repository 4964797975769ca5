// The proof of `npm run prove -- upgrade`, in a folder and on a PostgreSQL that the command ends, as it ends
// every process that this one starts.
import * as fs from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { Client } from 'pg'
import { fail, root } from '../../../scripts/bootstrap.mjs'
import { spreadBy } from '../../../scripts/citus/citus.mjs'
import { freePort } from '../../../scripts/freePort.mjs'
import { startDeployedProxy } from '../../../apps/server/test/fixtures/processes/deployedProxy.ts'
import { startStandIns } from '../../../apps/server/test/fixtures/processes/standIns.ts'
import { addMigration, buildVersion, commitOf } from './buildVersion.mjs'
import { judge, printTable } from './judge.mjs'
import { Load } from './load.mjs'
import { Node } from './openNode.mjs'
import { preparePlace } from './place.mjs'

const { UPGRADE_FOLDER: work, UPGRADE_DATABASE: databaseUrl } = process.env
const { values } = parseArgs({
  options: {
    from: { type: 'string' },
    to: { type: 'string', default: 'HEAD' },
    players: { type: 'string', default: '100000' },
    seconds: { type: 'string', default: '20' },
    rate: { type: 'string', default: '1' },
    proxy: { type: 'string', default: 'haproxy' },
    migration: { type: 'string' },
    citus: { type: 'boolean', default: false },
  },
})
const [players, seconds, rate] = [values.players, values.seconds, values.rate].map(Number)
const [from, to] = [values.from ?? lastRelease(), values.to].map((name) => commitOf(name))

process.exit((await prove()) ? 0 : 1)

/** The commit in the last row of docs/releases.md. */
function lastRelease() {
  const page = fs.readFileSync(join(root, 'docs/releases.md'), 'utf8')
  const last = [...page.matchAll(/^\| \S+ \| [\d-]+ \| `([0-9a-f]{7,40})` \|$/gm)].at(-1)
  return last?.[1] ?? fail('docs/releases.md names no version yet: -- --from <commit>.')
}

async function prove() {
  const versions = build()
  const load = await Load.open()
  const { nodes, begin, query } = await openPlace(versions.old, load)
  const phases = []
  const phase = async (name, act) => {
    const began = performance.now()
    await act()
    await pause(seconds * 1000)
    phases.push({ name, from: began, to: performance.now() })
    console.log(`${name}: ${((performance.now() - began) / 1000).toFixed(0)} s`)
  }
  await begin()
  // The code of both servers is compiled by then.
  await phase('warming up', () => undefined)
  const problem = await upgrade(nodes, versions, load, phase).then(
    () => null,
    ({ message }) => message,
  )
  await load.end()
  const never = () => load.judgeMails().never.length
  for (const until = Date.now() + 60_000; never() > 0 && Date.now() < until;) await pause(500)
  // A mail that is sent twice comes by then.
  await pause(15_000)
  const lost = problem === null ? (await load.countLost()) + (await query()) : null
  const [, ...counted] = phases
  printTable(load, counted)
  const broken = judge(load, { phases: counted, lost, problem })
  for (const line of broken) console.log(` !  ${line}`)
  const errors = new Set(nodes.flatMap(({ problems }) => [...problems]))
  for (const message of [...errors].slice(0, 20)) console.log(`    in a log: ${message}`)
  return broken.length === 0
}

function build() {
  console.log(
    `From ${from.slice(0, 8)} to ${to.slice(0, 8)}${values.migration ? `, ${values.migration}` : ''}`,
  )
  const old = buildVersion(work, from)
  const now = buildVersion(work, to)
  if (values.migration === undefined) return { old, now }
  addMigration(now, values.migration)
  if (values.migration !== 'good') return { old, now }
  const later = buildVersion(work, to)
  addMigration(later, 'good')
  addMigration(later, 'contract')
  return { old, now, later }
}

/** Each step goes on for some seconds, in which everything serves. */
async function upgrade([one, two], { old, now, later }, load, phase) {
  await phase('usual', () => undefined)
  if (values.citus) {
    await phase('the new version migrates the spread database and spreads what it adds', () =>
      spreadBy(now, databaseUrl),
    )
  }
  await phase('the first server becomes the new version, killed once as it starts', async () => {
    await one.stop()
    await one.begin(now)
    await pause(2000)
    await kill(one, load)
    await one.start(now)
  })
  await phase('the new server is killed beside the old one', async () => {
    // Requests that are under way then belong to this step.
    await pause(1000)
    await kill(one, load)
    await pause(2000)
    await one.start(now)
  })
  await phase('the second server becomes the new version', () => two.roll(now))
  await phase('both go back', async () => {
    await one.roll(old)
    await two.roll(old)
  })
  await phase('both go forward again', async () => {
    await one.roll(now)
    await two.roll(now)
  })
  if (later === undefined) return
  await phase('both become the version that takes away', async () => {
    await one.roll(later)
    await two.roll(later)
  })
}

async function kill(node, load) {
  // On a busy machine a killed server takes requests until it is gone.
  const span = { at: performance.now(), gone: Infinity }
  load.kills.push(span)
  await node.stop('SIGKILL')
  span.gone = performance.now()
}

/** Players in the database, two servers of the old version, the outside world, and a proxy. */
async function openPlace(old, load) {
  const standIns = await startStandIns()
  const { host, apiKey, forum, settings } = preparePlace(work, {
    standIns,
    smtpUrl: load.smtpUrl,
    databaseUrl,
  })
  if (values.citus) await spreadBy(old, databaseUrl)
  // The version before fills its own database.
  const own = (file) => import(pathToFileURL(join(old, 'tests/bench', file)).href)
  const seeded = await (
    await own('seedPlayers.mjs')
  ).seedPlayers(settings, Math.min(2048, Math.ceil(players / 4)))
  await (await own('seedLoad.mjs')).seedLoad(databaseUrl, Math.max(players, 2 * seeded.length))
  console.log(`${players.toLocaleString('en')} players are there.`)
  const ports = [await freePort(), await freePort()]
  const nodes = []
  for (const port of ports) {
    const node = new Node({ ...settings, PORT: `${port}` })
    await node.start(old)
    nodes.push(node)
  }
  const proxy = await startDeployedProxy(values.proxy, work, ports)
  // A proxy that asks for readiness has asked by then.
  await pause(3000)
  const database = new Client({ connectionString: databaseUrl })
  await database.connect()
  const count = async () => {
    const { rows } = await database.query(`select count(*)::int as count from sessions s
      join players p on p.deployment = s.deployment and p.id = s.player_id
      where p.username like 'Seeded%' and s.ip = '' and s.revoked_at is null`)
    return rows[0].count
  }
  const before = await count()
  const size = Math.max(players - seeded.length, seeded.length)
  return {
    nodes,
    query: async () => before - (await count()),
    begin: () =>
      load.begin({ rate, port: proxy.port, host, apiKey, forum, players: seeded, seeded: size }),
  }
}
