// The measured servers, all up at the same time: PostgreSQL, the product, a peer and the floors.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { fail } from '../../scripts/bootstrap.mjs'
import { startPostgres } from '../../scripts/postgres.mjs'
import { freePort } from '../../scripts/freePort.mjs'
import { Product } from './product.mjs'

const here = import.meta.dirname

/**
 * Starts the servers. Returns the product, the peer and the floor with their requests, all
 * versions, and a function that ends them.
 */
export async function startBenchEnvironment() {
  const postgres = await startPostgres()
  if (postgres === null) throw new Error('The measurements need PostgreSQL.')
  const servers = []
  let product = null
  const close = async () => {
    await product?.close()
    for (const server of servers) await server.end()
    await postgres.end()
  }
  try {
    const databases = await emptyDatabases(postgres.socketUrl, ['product', 'peer'])
    product = await Product.open(databases.product)
    const floor = await startServer('floorServer.mjs', { DATABASE_URL: databases.product })
    servers.push(floor)
    const peer = await startServer('peerServer.mjs', { DATABASE_URL: databases.peer })
    servers.push(peer)
    return { product, peer, floor, versions: await versionsOf(postgres.url), close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Starts a server of this folder. Resolves when it is ready. */
export async function startServer(file, env) {
  const port = await freePort()
  const child = spawn(process.execPath, [join(here, file)], {
    env: { ...process.env, ...env, NODE_ENV: 'production', PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const exit = once(child, 'exit')
  child.on('exit', (code) => {
    if (!child.killed) fail(`${file} ended (${code}).`)
  })
  const [ready] = await once(child, 'message')
  const end = async () => {
    child.kill()
    await exit
  }
  return { url: `http://127.0.0.1:${port}`, ...ready, end }
}

/** Makes databases of these names, and returns the URL of each. */
export async function emptyDatabases(url, names) {
  const client = new Client({ connectionString: url })
  await client.connect()
  for (const name of names) await client.query(`create database ${name}`)
  await client.end()
  const beside = new URL(url)
  return Object.fromEntries(
    names.map((name) => [name, Object.assign(beside, { pathname: name }).href]),
  )
}

async function versionsOf(url) {
  const client = new Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query('show server_version')
  await client.end()
  const beside = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8')).dependencies
  const own = JSON.parse(
    readFileSync(join(here, '../../apps/server/package.json'), 'utf8'),
  ).dependencies
  const named = { ...beside, fastify: own.fastify, '@node-rs/argon2': own['@node-rs/argon2'] }
  return [
    `Node ${process.versions.node}`,
    `PostgreSQL ${rows[0].server_version}`,
    ...Object.entries(named).map(([name, version]) => `${name} ${version}`),
  ]
}
