// Two servers on one PostgreSQL, and a proxy that gives them requests in turn: the product of
// `NODES=2`. The files one.pid and two.pid of DATA_DIR have their processes, so that a test can kill one.
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { whenOrphaned } from './bootstrap.mjs'
import { startPostgres } from './postgres.mjs'
import { serverFlags } from './serverFlags.mjs'

const { PORT, CONSOLE_PORT, DATA_DIR, DATABASE_PORT } = process.env
const postgres = await startPostgres({ port: DATABASE_PORT })
if (postgres === null) throw new Error('PostgreSQL is neither here nor to be had.')
const nodes = []
const SESSION_KEY = randomBytes(32).toString('base64')

async function end() {
  for (const { child } of nodes) child.kill('SIGKILL')
  await postgres.end()
  process.exit()
}
for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, end)
whenOrphaned(end)

// The second one finds the database migrated and seeded.
for (const name of ['one', 'two']) nodes.push(await startNode(name))
for (const port of [PORT, CONSOLE_PORT]) pass(port)

/** Each has its own address of the loopback, because files of deployments name the port of the proxy. */
async function startNode(name) {
  const host = `127.0.0.${nodes.length + 2}`
  const folder = join(DATA_DIR, name)
  mkdirSync(folder, { recursive: true })
  const own = { NODE_NAME: name, HOST: host, CONSOLE_HOST: host, DATA_DIR: folder, SESSION_KEY }
  // One of them is enough to move the crowd in, and to let time pass.
  if (nodes.length > 0) Object.assign(own, { CROWD: 'off', TIME_PORT: '' })
  const child = spawn(process.execPath, [...serverFlags, 'apps/server/samples/main.ts'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...own, DATABASE_URL: postgres.url },
  })
  writeFileSync(join(DATA_DIR, `${name}.pid`), String(child.pid))
  let said = ''
  child.stdout.on('data', (chunk) => (said += chunk)).pipe(process.stdout)
  while (!said.includes(`http://${host}:${CONSOLE_PORT}`)) {
    if (child.exitCode !== null) throw new Error(`${name} does not start.`)
    await pause(100)
  }
  return { child, host }
}

/** Gives each request to the next server, or to the other one where that is gone. */
function pass(port) {
  let turn = 0
  createServer(async (incoming, outgoing) => {
    const body = await buffer(incoming)
    const { method, url: path, headers } = incoming
    turn += 1
    const send = ([{ host }, ...others]) =>
      request({ host, port, method, path, headers, agent: false }, (answer) => {
        outgoing.writeHead(answer.statusCode, answer.rawHeaders)
        answer.pipe(outgoing)
      })
        .on('error', () => (others.length > 0 ? send(others) : outgoing.destroy()))
        .end(body)
    send(turn % 2 === 0 ? nodes : nodes.toReversed())
  }).listen(port, '127.0.0.1')
}
