// npm run bench -- compare <git ref>: this version beside another one, on one PostgreSQL, in turns.
// It fails where a row falls below 0.9 of what the other version does. `-- v1.0.0 read token
// --rounds 3 --seconds 5` takes some rows, and sets the rounds and their length. `-- --citus` compares
// this version on one PostgreSQL with itself on a coordinator and four workers, which have 20,000
// players; it fails where a worker has a fifth more or less than its part of a table.
import { spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { bootstrap, root } from '../../scripts/bootstrap.mjs'
import { installApart } from '../../scripts/installApart.mjs'

await bootstrap()
installApart(import.meta.dirname)
const { startPostgres } = await import('../../scripts/postgres.mjs')
const { registerForm } = await import('./anonymousRequests.mjs')
const { layOutAsToday } = await import('./upgrade/buildVersion.mjs')
const { openMailSink } = await import('./openMailSink.mjs')
const { runLoad } = await import('./runLoad.mjs')
const { printMachineSpeed } = await import('./machineSpeed.mjs')
const { emptyDatabases } = await import('./startBenchEnvironment.mjs')
const { startCitus, spreadDatabase } = await import('../../scripts/citus/citus.mjs')
const { printPlaces } = await import('./printPlaces.mjs')
const { seedLoad } = await import('./seedLoad.mjs')

const { values, positionals } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '10' },
    citus: { type: 'boolean', default: false },
  },
  allowPositionals: true,
})
const [ref, ...asked] = values.citus ? [null, ...positionals] : positionals
if (ref === undefined) {
  console.error('With which version? npm run bench -- compare <git ref>')
  process.exit(1)
}
/** Citus costs what it costs. */
const least = values.citus ? 0 : 0.9
const seconds = Number(values.seconds)
/** More than any machine answers in a second: a registration must not come twice. */
const registrationsASecond = 1000
let registered = 0

const allRows = {
  'log-in': { connections: 16, mayFail: true, requestsOf: (product) => product.logIns(2048) },
  read: { connections: 64, requestsOf: (product) => product.reads(64, 64) },
  token: { connections: 64, requestsOf: (product) => product.tokens(64, 64) },
  registration: { connections: 8, mayFail: true, hasMail: true, requestsOf: registrations },
}
const rows = Object.fromEntries(
  Object.entries(allRows).filter(([name]) => asked.length === 0 || asked.includes(name)),
)

const tree = mkdtempSync(join(tmpdir(), 'gatehouse-compare-'))
const [postgres, mails] = [await startPostgres(), await openMailSink()]
const cluster = values.citus ? await startCitus({ shards: 32 }) : null
const products = []
try {
  if (postgres === null) throw new Error('Versions are compared on PostgreSQL.')
  const urls = await emptyDatabases(postgres.socketUrl, ['before', 'after'])
  if (values.citus) {
    if (cluster === null) throw new Error('CITUS_SOURCE names no clone of Citus.')
    urls.after = await spreadDatabase(cluster, 'after')
  } else checkOut(ref)
  const folders = { before: values.citus ? root : tree, after: root }
  for (const [name, folder] of Object.entries(folders)) {
    // Each version seeds and starts itself by its own code.
    const { Product } = await import(pathToFileURL(join(folder, 'tests/bench/product.mjs')).href)
    const fill = values.citus ? () => seedLoad(urls[name], 20_000) : undefined
    products.push(await Product.open(urls[name], { SMTP_URL: mails.url }, fill))
    console.log(`${name}: ready after ${products.at(-1).startSeconds.toFixed(1)} s`)
  }
  await printMachineSpeed()
  const isGood = await compare()
  const isEven = cluster === null || (await printPlaces(urls.after))
  process.exitCode = isGood && isEven ? 0 : 1
} finally {
  for (const product of products) await product.close()
  await mails.end()
  await postgres?.end()
  await cluster?.end()
  rmSync(tree, { recursive: true, force: true })
}

/** Prints each row of both versions. Returns whether all are within the limit. */
async function compare() {
  const rounds = Object.fromEntries(Object.keys(rows).map((name) => [name, []]))
  for (const row of Object.values(rows)) {
    for (const product of products) await rateOf(product, row)
  }
  for (let round = 0; round < Number(values.rounds); round += 1) {
    for (const [name, row] of Object.entries(rows)) {
      // Each is the first in every other round, as the machine's speed varies.
      const order = round % 2 === 0 ? [0, 1] : [1, 0]
      const rates = []
      for (const index of order) rates[index] = await rateOf(products[index], row)
      rounds[name].push(rates)
    }
  }
  const kept = Object.entries(rounds).map(([name, list]) => {
    const ratio = median(list.map(([before, after]) => after / before))
    const [before, after] = [0, 1].map((index) => median(list.map((rates) => rates[index])))
    const mark = ratio < least ? ' ! ' : '   '
    console.log(
      `${mark}${name.padEnd(14)}${before.toFixed(0).padStart(7)}/s → ${after.toFixed(0).padStart(6)}/s  × ${ratio.toFixed(2)}${least > 0 ? `, to be ${least} or more` : ''}`,
    )
    return ratio >= least
  })
  return kept.every(Boolean)
}

async function rateOf(product, { connections, mayFail = false, hasMail = false, requestsOf }) {
  const requests = requestsOf(product)
  const load = { url: product.url, connections, seconds, requests, mayFail }
  const [from, mailsBefore] = [performance.now(), mails.taken()]
  const { perSecond, failed, statuses } = await runLoad(load)
  if (failed > 0) console.log(`   ${failed} refused: ${JSON.stringify(statuses)}`)
  if (!hasMail) return perSecond
  // It is done when its mail has gone out: a version that lets mails wait would look faster.
  const done = Math.round(perSecond * seconds)
  while (mails.taken() < mailsBefore + done) await pause(20)
  return done / ((performance.now() - from) / 1000)
}

/** New players, each from their own address, so that no limit answers in place of the call. */
function registrations(product) {
  return Array.from({ length: registrationsASecond * seconds }, () => {
    registered += 1
    const from = [registered >> 16, registered >> 8, registered].map((part) => part & 255)
    return {
      method: 'POST',
      path: '/api/register/new-user',
      headers: {
        ...product.anonymousHeaders(`12.${from.join('.')}`),
        'content-type': 'application/json',
      },
      body: registerForm(registered),
    }
  })
}

/** Unpacks a version beside this one, with this one's packages. */
function checkOut(ref) {
  const archive = join(tree, 'version.tar')
  run('git', ['archive', '--output', archive, ref])
  run('tar', ['-xf', archive, '-C', tree])
  rmSync(archive)
  layOutAsToday(tree)
  const packages = join(tree, 'node_modules')
  mkdirSync(join(packages, '@gatehouse'), { recursive: true })
  for (const name of readdirSync(join(root, 'node_modules'))) {
    const isOwn = name === '@gatehouse' || /^\.(?!bin$|package-lock)/.test(name)
    if (!isOwn) symlinkSync(join(root, 'node_modules', name), join(packages, name))
  }
  // The rooms are its own.
  for (const name of readdirSync(join(root, 'node_modules/@gatehouse'))) {
    const link = join('@gatehouse', name)
    symlinkSync(readlinkSync(join(root, 'node_modules', link)), join(packages, link))
  }
  for (const folder of [
    'apps/server/node_modules',
    'apps/portal/node_modules',
    'apps/portal/dist',
  ]) {
    if (existsSync(join(root, folder))) symlinkSync(join(root, folder), join(tree, folder))
  }
}

function run(command, args) {
  const done = spawnSync(command, args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
  if (done.status !== 0) throw new Error(`${command} ${args[0]} failed.`)
}

function median(list) {
  const sorted = list.toSorted((one, other) => one - other)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}
