// The measured servers, all up at the same time: PostgreSQL, the product, a peer and the floors.
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { createFamily } from '../scripts/family.mjs'
import { startPostgres } from '../scripts/postgres.mjs'
import { freePort } from '../scripts/freePort.mjs'
import { Product } from './product.mjs'

const here = import.meta.dirname

/**
 * Starts the servers. Returns the product, the peer and the floor with their requests, all
 * versions, and a function that ends them.
 */
export async function startBenchEnvironment() {
  const postgres = await startPostgres()
  if (postgres === null) throw new Error('The measurements need PostgreSQL.')
  const family = createFamily((message) => {
    console.error(message)
    process.exit(1)
  })
  let product = null
  const close = async () => {
    await product?.close()
    await family.end()
    await postgres.end()
  }
  try {
    const databases = await emptyDatabases(postgres.socketUrl, ['product', 'peer'])
    product = await Product.open(databases.product)
    const floor = await startServer(family, 'floorServer.mjs', {})
    const peer = await startServer(family, 'peerServer.mjs', { DATABASE_URL: databases.peer })
    return { product, peer, floor, versions: await versionsOf(postgres.url), close }
  } catch (error) {
    await close()
    throw error
  }
}

export async function startServer(family, file, env) {
  const port = await freePort()
  const child = family.start(file, process.execPath, [join(here, file)], {
    env: { ...process.env, ...env, NODE_ENV: 'production', PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const [ready] = await once(child, 'message')
  return { url: `http://127.0.0.1:${port}`, ...ready }
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
  const own = JSON.parse(readFileSync(join(here, '../server/package.json'), 'utf8')).dependencies
  const named = { ...beside, fastify: own.fastify, '@node-rs/argon2': own['@node-rs/argon2'] }
  return [
    `Node ${process.versions.node}`,
    `PostgreSQL ${rows[0].server_version}`,
    ...Object.entries(named).map(([name, version]) => `${name} ${version}`),
  ]
}
