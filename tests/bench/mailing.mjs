// npm run bench -- mailing: a mailing to a million subscribers, by a mail server that takes five
// milliseconds for each. It fails where it sends fewer than 0.7 of what nodemailer alone sends with the
// same connections in the same run, where a mail comes twice or never, where memory grows, or where 95 of
// a hundred log-ins, erasures, stops or looks of staff take over 200 ms meanwhile. `-- 20000` takes fewer
// subscribers, `--connections 20` other connections.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { hostname, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { json } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { bootstrap } from '../../scripts/bootstrap.mjs'
import { installApart } from '../../scripts/installApart.mjs'

await bootstrap()
installApart(dirname(import.meta.filename))
const { Client } = await import('pg')
const { findBinaries, startPostgres } = await import('../../scripts/postgres.mjs')
const { openMailStandIn } = await import('./mailStandIn.mjs')
const { printMachineSpeed } = await import('./machineSpeed.mjs')
const { runLoad } = await import('./runLoad.mjs')
const { Product } = await import('./product.mjs')
const { createMailer } = await import('../../apps/server/src/mail/mailer.ts')
const { readSettings } = await import('../../apps/server/src/platform/config/readSettings.ts')

const { values, positionals } = parseArgs({
  options: { connections: { type: 'string', default: '10' } },
  allowPositionals: true,
})
const subscribers = Number(positionals[0] ?? 1e6)
const { connections } = values
const [takes, most, least, growth] = [5, 200, 0.7, 1.25]
const bytesOfSubscriber = 4000

const folder = mkdtempSync(join(tmpdir(), 'gatehouse-mailing-'))
const postgres = await startPostgres({}, findBinaries(), subscribers * bytesOfSubscriber)
if (postgres === null) throw new Error('A mailing is measured on PostgreSQL.')
const mails = await openMailStandIn(takes)
let product = null
try {
  const given = { DATA_DIR: folder, SMTP_URL: mails.url, MAIL_CONNECTIONS: connections }
  product = await Product.open(postgres.socketUrl, given, () => subscribe(postgres.socketUrl))
  console.log(`${subscribers.toLocaleString('en')} subscribers, ${connections} connections`)
  await printMachineSpeed()
  process.exitCode = (await measure()) ? 0 : 1
} finally {
  await product?.close()
  mails.end()
  await postgres.end()
  rmSync(folder, { recursive: true, force: true })
}

/** Adds the list and its subscribers, who have no password. */
async function subscribe(url) {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(
    `insert into newsletter_lists (deployment, id, name, is_own, is_active)
     values ('bench', 1, 'News', true, true)
     on conflict (deployment, id) do update set is_active = true`,
  )
  await client.query(
    `insert into players (deployment, username, username_key, email, email_key, created_at, confirmed_at)
     select 'bench', 'Reader' || n, 'reader' || n, 'reader' || n || '@bench.test',
       'reader' || n || '@bench.test', now(), now() from generate_series(1, $1::int) n`,
    [subscribers],
  )
  await client.query(
    `insert into unique_values (deployment, kind, value, player_id, created_at)
     select deployment, 'username', username_key, id, created_at from players
     where username like 'Reader%'
     union all select deployment, 'email', email_key, id, created_at from players
     where username like 'Reader%' on conflict do nothing`,
  )
  await client.query(
    `insert into newsletter_opt_ins (deployment, player_id, list_id, is_opt_in, updated_at)
     select deployment, id, 1, true, now() from players where username like 'Reader%'`,
  )
  await client.query('vacuum analyze')
  await client.end()
}

async function measure() {
  const alone = await nodemailerAlone()
  const before = (await mails.counts()).taken
  const mailing = await begin('Measured')
  // The first tenth compiles the code, and fills the memory that is used again and again.
  await untilTaken(before + subscribers / 10)
  const held = [await memory()]
  const quiet = await rateUntil(before + subscribers / 2)
  const beside = await besides(before + subscribers * 0.8)
  const show = await untilSent(mailing)
  held.push(await memory())
  const stops = await stopSome()
  const { again } = await mails.counts()
  const share = quiet / alone
  const lines = [
    [
      share >= least,
      `mails a second ${quiet.toFixed(0)}, nodemailer alone ${alone.toFixed(0)}`,
      share.toFixed(2),
    ],
    [again === 0, 'mails that came twice', again],
    [show.posted + beside.erased >= subscribers, 'mails of the mailing', show.posted],
    [held[1] <= held[0] * growth, `memory in MB, ${held[0].toFixed(0)} before`, held[1].toFixed(0)],
    ...Object.entries({ ...beside.times, 'mailings stop': stops }).map(([what, all]) => {
      const p95 = quantile(all, 0.95)
      return [p95 <= most, `${what}, ${all.length} times, p95 in ms`, p95.toFixed(0)]
    }),
    [beside.logIns.p97_5 <= most, 'log-ins, p97.5 in ms', beside.logIns.p97_5],
    [beside.logIns.failed === 0, 'log-ins that were refused', beside.logIns.failed],
  ]
  for (const [isKept, what, figure] of lines) {
    console.log(`${isKept ? '   ' : ' ! '}${what}: ${figure}`)
  }
  return lines.every(([isKept]) => isKept)
}

/** Mails a second from now until so many have come. */
async function rateUntil(count) {
  const [from, first] = [performance.now(), (await mails.counts()).taken]
  await untilTaken(count)
  return (((await mails.counts()).taken - first) * 1000) / (performance.now() - from)
}

/**
 * Nodemailer with the same connections, by the product's own mailer and with mails like those of the
 * mailing, while the product has none to send: mails a second.
 */
async function nodemailerAlone() {
  const { html, text, subject } = await order('mailings/preview', {
    deployment: 'bench',
    ...words('Alone'),
  })
  const mailer = createMailer(readSettings({ SMTP_URL: mails.url, MAIL_CONNECTIONS: connections }))
  const count = Math.max(1000, Math.min(20_000, subscribers / 10))
  let rate = 0
  // The first round compiles the code, and is not counted.
  for (const round of ['first', 'second']) {
    let next = 0
    const sendSome = async () => {
      while (next < count) {
        next += 1
        const messageId = `<${round}${next}@bench.test>`
        const to = `alone${next}@bench.test`
        await mailer.send({ to, messageId, subject, text, html, scene: 'platform' })
      }
    }
    const from = performance.now()
    await Promise.all(Array.from({ length: Number(connections) }, sendSome))
    rate = (count * 1000) / (performance.now() - from)
  }
  mailer.close()
  return rate
}

/** What others do until so many mails have come: their times, and how many readers are erased. */
async function besides(count) {
  const times = { 'delete my account': [], 'screen Mailings': [], 'screen Outbox': [] }
  const ending = new AbortController()
  const act = async () => {
    for (let turn = 1; !ending.signal.aborted; turn += 1) {
      await timed(times['screen Mailings'], 'mailings/list', { deployment: 'bench', limit: 100 })
      await timed(times['screen Outbox'], 'outbox/list', { deployment: 'bench', limit: 100 })
      const player = `Reader${turn}`
      // The same function as that of a player who deletes the account.
      await timed(times['delete my account'], 'players/erase', { deployment: 'bench', player })
      await pause(250)
    }
  }
  const acting = act()
  const logIns = await runLoad({
    url: product.url,
    connections: 2,
    rate: 4,
    seconds: Math.max(5, Math.min(60, Math.round(subscribers / 5000))),
    requests: product.logIns(2048),
    mayFail: true,
  })
  await untilTaken(count)
  ending.abort()
  await acting
  return { times, logIns, erased: times['delete my account'].length }
}

/** Stops some mailings a moment after they have begun: the times of that. */
async function stopSome() {
  const times = []
  for (let turn = 1; turn <= 5; turn += 1) {
    const mailing = await begin(`Wrong ${turn}`)
    await pause(2000)
    await timed(times, 'mailings/stop', { deployment: 'bench', mailing })
  }
  return times
}

function words(subject) {
  return { list: 1, subject, text: 'Much is new.\n\n'.repeat(20) }
}

async function begin(subject) {
  const of = { deployment: 'bench', ...words(subject) }
  const { mailing, revision } = await order('mailings/save', of)
  await order('mailings/start-large', { deployment: 'bench', mailing, revision })
  return mailing
}

async function untilSent(mailing) {
  for (;;) {
    const show = await order('mailings/show', { deployment: 'bench', mailing })
    if (show.state === 'done' && show.waiting === 0) return show
    await pause(500)
  }
}

async function untilTaken(count) {
  while ((await mails.counts()).taken < count) await pause(100)
}

async function memory() {
  return (await product.metric('process_resident_memory_bytes')) / 2 ** 20
}

async function timed(times, path, of) {
  const from = performance.now()
  await order(path, of)
  times.push(performance.now() - from)
}

/** Gives an order by the API of the machine; the console uses the same performer. */
async function order(path, of) {
  const { address, token } = JSON.parse(readFileSync(join(folder, `${hostname()}.token`), 'utf8'))
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const { status, body } = await new Promise((answered, failed) => {
    request(`${address}/api/v1/${path}`, { method: 'POST', headers }, (response) => {
      json(response).then((body) => answered({ status: response.statusCode, body }), failed)
    })
      .on('error', failed)
      .end(JSON.stringify({ order: of, who: 'bench', why: 'measured' }))
  })
  if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`)
  return body.data
}

function quantile(all, share) {
  const sorted = all.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}
