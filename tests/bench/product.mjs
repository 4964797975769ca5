// The product as `npm run serve` starts it: production, every limit on, PostgreSQL.
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { root } from '../../scripts/bootstrap.mjs'
import { freePort } from '../../scripts/freePort.mjs'
import { apiKey, consoleHost, deployment, host, staff } from './deployment.mjs'
import { seedPlayers } from './seedPlayers.mjs'

/** The headers of browsers with each call of the portal, which forbids caching. */
const asBrowsersSend = { 'cache-control': 'no-cache', pragma: 'no-cache' }

export class Product {
  /**
   * A fresh product on an empty database, with players of whom some are signed in. `fill` may add
   * more before the server starts.
   */
  static async open(databaseUrl, given = {}, fill = () => Promise.resolve()) {
    const product = new Product()
    product.folder = mkdtempSync(join(tmpdir(), 'gatehouse-bench-'))
    const deployments = join(product.folder, 'deployments')
    mkdirSync(deployments)
    writeFileSync(join(deployments, 'bench.json'), JSON.stringify(deployment))
    const staffFile = join(product.folder, 'staff.json')
    writeFileSync(staffFile, JSON.stringify(staff))
    product.settings = {
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      DATABASE_URL: databaseUrl,
      DRAIN_SECONDS: '0',
      DEPLOYMENTS_DIR: deployments,
      SESSION_KEY: randomBytes(32).toString('base64'),
      SMTP_URL: 'smtp://127.0.0.1:9',
      // The load generator names the address of each player.
      TRUSTED_PROXIES: '127.0.0.1',
      ...given,
    }
    const [port, operatorPort, consolePort] = [await freePort(), await freePort(), await freePort()]
    product.url = `http://127.0.0.1:${port}`
    product.operatorUrl = `http://127.0.0.1:${operatorPort}`
    product.consoleUrl = `http://127.0.0.1:${consolePort}`
    Object.assign(product.settings, {
      PORT: `${port}`,
      OPERATOR_PORT: `${operatorPort}`,
      // Nobody signs in to it.
      CONSOLE_PORT: `${consolePort}`,
      CONSOLE_URL: `https://${consoleHost}`,
      STAFF_ISSUER: 'https://staff.bench.test',
      STAFF_CLIENT_SECRET: randomBytes(24).toString('base64url'),
      STAFF_FILE: staffFile,
    })
    product.players = await seedPlayers(product.settings)
    await fill()
    await product.start()
    return product
  }

  /** Starts the server at the same address, and records the seconds until it is ready. */
  async start(given = {}) {
    const own = { ...this.settings, ...given }
    const from = performance.now()
    this.child = spawn(process.execPath, ['scripts/serve.mjs'], {
      cwd: root,
      env: { ...process.env, ...own },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    while (!(await this.#isReady())) await pause(20)
    this.startSeconds = (performance.now() - from) / 1000
  }

  async #isReady() {
    if (this.child.exitCode !== null) throw new Error('The product did not start.')
    const answer = await fetch(`${this.operatorUrl}/readyz`).catch(() => null)
    if (answer?.status !== 200) return false
    const portal = await fetch(`${this.url}/healthz`).catch(() => null)
    return portal?.status === 200
  }

  async stop() {
    if (this.child.exitCode !== null) return
    const exited = once(this.child, 'exit')
    this.child.kill('SIGTERM')
    await exited
  }

  async close() {
    await this.stop()
    rmSync(this.folder, { recursive: true, force: true })
  }

  /** Reads a figure from the server's metrics. */
  async metric(name) {
    const text = await (await fetch(`${this.operatorUrl}/metrics`)).text()
    const line = text.split('\n').find((each) => each.startsWith(`${name} `))
    if (line === undefined) throw new Error(`${name} is no metric.`)
    return Number(line.split(' ')[1])
  }

  /** Makes log-ins of `count` players, each from the player's own address. */
  logIns(count) {
    return this.players.slice(0, count).map(logIn)
  }

  /** Makes log-ins of `count` of the `seeded` players of `seedLoad`, evenly spread. */
  logInsOfSeededPlayers(count, seeded) {
    const { password } = this.players[0]
    const step = Math.max(1, Math.floor(seeded / count))
    return Array.from({ length: Math.min(count, seeded) }, (_, index) =>
      logIn({ number: 100_000 + index, username: `Seeded${1 + index * step}`, password }),
    )
  }

  /**
   * Makes reads of the own profile by `count` players, from enough addresses to stay below the rate
   * limit.
   */
  reads(count, times) {
    return this.#often(count, times, (player) => ({
      path: `/api/profile/user/${player.id}`,
      headers: { authorization: `Bearer ${player.bearer}`, ...asBrowsersSend },
    }))
  }

  /** Makes reads of the token of `count` sessions. */
  tokens(count, times) {
    return this.#often(count, times, (player) => ({
      path: `/api/token/${player.identity}`,
      headers: { cookie: cookiesOf(player), ...asBrowsersSend },
    }))
  }

  /** The headers of a request without a session, from an address. */
  anonymousHeaders(address, isKeyless = false) {
    return { host, ...(isKeyless ? {} : { 'x-api-key': apiKey }), 'x-forwarded-for': address }
  }

  #often(count, times, requestOf) {
    return this.players.slice(0, count).flatMap((player) => {
      const { path, headers } = requestOf(player)
      return Array.from({ length: times }, (_, time) => ({
        path,
        headers: { ...headersFrom(player.number * 100 + time), ...headers },
      }))
    })
  }
}

/** What a browser has of a session after its first read. */
function cookiesOf({ sessionSecret, clientsSecret }) {
  return `__Host-sso_session=${sessionSecret}; __Host-sso_sites=${clientsSecret}`
}

function logIn({ number, username, password }) {
  return {
    method: 'POST',
    path: '/api/log/log-in',
    headers: { ...headersFrom(number), 'content-type': 'application/json' },
    body: JSON.stringify({
      UsernameOrEmail: username,
      Password: password,
      ClientId: '',
      Token: '',
    }),
  }
}

function headersFrom(number) {
  const address = [number >> 16, number >> 8, number].map((part) => part & 255).join('.')
  return { host, 'x-api-key': apiKey, 'x-forwarded-for': `10.${address}` }
}
