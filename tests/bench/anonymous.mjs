// npm run bench -- anonymous: the processor time of the server's main thread for each request that an
// anonymous visitor can send. It fails where one costs over 5 ms, counted by the speed of a machine
// on which a request costs bare Fastify 0.0138 ms; hashes run on other threads. `-- oidc page`
// takes the requests with such a word in their names.
import { Agent, request as send } from 'node:http'
import { once } from 'node:events'
import { join } from 'node:path'
import { bootstrap, root } from '../../scripts/bootstrap.mjs'
import { freePort } from '../../scripts/freePort.mjs'
import { installApart } from '../../scripts/installApart.mjs'
import { buildPortal } from '../../scripts/portal.mjs'

await bootstrap()
installApart(import.meta.dirname)
buildPortal()
const { startPostgres } = await import('../../scripts/postgres.mjs')
const { emptyDatabases, startServer } = await import('./startBenchEnvironment.mjs')
const { anonymousRequests } = await import('./anonymousRequests.mjs')
const { Product } = await import('./product.mjs')
const { runLoad } = await import('./runLoad.mjs')
const { openMailSink } = await import('./openMailSink.mjs')

/**
 * Milliseconds of the main thread that one request may cost, and one of bare Fastify does, on one
 * machine.
 */
const [most, floorThere] = [5, 1000 / 72_332]
const [warmUp, times] = [5, 25]

const words = process.argv.slice(2)
const chosen = anonymousRequests(join(root, 'apps/portal/dist')).filter(
  ({ name }) => words.length === 0 || words.some((word) => name.includes(word)),
)
const agent = new Agent({ keepAlive: true, maxSockets: 1 })
let sender = 0

const postgres = await startPostgres()
if (postgres === null) throw new Error('The requests are measured on PostgreSQL.')
const port = await freePort()
const mails = await openMailSink()
let product = null
try {
  const { anonymous } = await emptyDatabases(postgres.socketUrl, ['anonymous'])
  product = await Product.open(anonymous, {
    SMTP_URL: mails.url,
    NODE_OPTIONS: `--import ${join(root, 'tests/bench/mainThread.mjs')}`,
    GATEHOUSE_BENCH_THREAD_PORT: `${port}`,
  })
  // Before and after, as the machine's speed varies.
  const before = await floorHere()
  const results = []
  for (const asked of chosen) results.push(await measure(asked))
  const floor = (before + (await floorHere())) / 2
  process.exitCode = print(results, floor) ? 0 : 1
} finally {
  agent.destroy()
  await product?.close()
  await mails.end()
  await postgres.end()
}

/** The milliseconds of the main thread for one request, in the middle of three rounds. */
async function measure(asked) {
  let status = 0
  for (let count = 0; count < warmUp; count += 1) status = await sendOnce(asked)
  const rounds = []
  for (let round = 0; round < 3; round += 1) {
    const before = await threadTime()
    for (let count = 0; count < times; count += 1) await sendOnce(asked)
    rounds.push(((await threadTime()) - before) / times)
  }
  const [, milliseconds] = rounds.toSorted((one, other) => one - other)
  return { name: asked.name, status, milliseconds }
}

/** The milliseconds that one request costs bare Fastify on this machine now. */
async function floorHere() {
  const { url, end } = await startServer('floorServer.mjs', {})
  try {
    const requests = Array.from({ length: 64 }, () => ({ path: '/bare' }))
    const { perSecond } = await runLoad({ url, connections: 64, seconds: 3, requests })
    return 1000 / perSecond
  } finally {
    await end()
  }
}

async function threadTime() {
  const { user, system } = await (await fetch(`http://127.0.0.1:${port}`)).json()
  return (user + system) / 1000
}

/** Each request comes from its own address, so that no limit answers in place of the call. */
async function sendOnce({ method, path, headers, body: given = '', isKeyless = false }) {
  sender += 1
  const body = typeof given === 'function' ? given(sender) : given
  const from = [sender >> 16, sender >> 8, sender].map((part) => part & 255).join('.')
  const sent = send(product.url + path, {
    agent,
    method,
    headers: {
      ...product.anonymousHeaders(`11.${from}`, isKeyless),
      ...headers,
      ...(body === '' ? {} : { 'content-length': Buffer.byteLength(body) }),
    },
  })
  sent.end(body)
  const [answer] = await once(sent, 'response')
  answer.resume()
  await once(answer, 'end')
  return answer.statusCode
}

/** Prints the dearest requests. Returns whether all are within the limit. */
function print(results, floor) {
  const limit = (most * floor) / floorThere
  const sorted = results.toSorted((one, other) => other.milliseconds - one.milliseconds)
  console.log(
    `Bare Fastify: ${floor.toFixed(4)} ms a request, so the limit is ${limit.toFixed(1)} ms.`,
  )
  console.log(`${results.length} requests, milliseconds of the main thread for each:`)
  for (const { name, status, milliseconds } of sorted.slice(0, 40)) {
    const mark = milliseconds > limit ? ' ! ' : '   '
    console.log(`${mark}${milliseconds.toFixed(2).padStart(7)}  ${status}  ${name}`)
  }
  const [median] = sorted.slice(sorted.length >> 1)
  console.log(`   ${(median?.milliseconds ?? 0).toFixed(2).padStart(7)}  in the middle`)
  return sorted.every(({ milliseconds }) => milliseconds <= limit)
}
