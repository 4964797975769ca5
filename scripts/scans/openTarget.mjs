// The target of the scans: the shipped product on a PostgreSQL of its own.
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../bootstrap.mjs'
import { freePort } from '../freePort.mjs'
import { buildPortal } from '../portal.mjs'
import { startPostgres } from '../postgres.mjs'

const startsWithinMs = 60_000

/** The sample player of the scans. */
export const player = { name: 'player@example.com', password: 'Welcome2Gatehouse' }

/**
 * Starts the target with LOCAL alone. `kind: 'production'` is the production server of a portal on
 * https at `host`. `'open'` has sample players and no rate limits, so that scans reach the code
 * behind them. `problems()` lists the answers of 500 in the log.
 */
export async function openTarget({ kind, host }) {
  buildPortal()
  const postgres = await startPostgres()
  if (postgres === null) throw new Error('PostgreSQL is neither here nor to be had.')
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-scan-'))
  const port = await freePort()
  const scheme = kind === 'production' ? 'https' : 'http'
  const portal = `${scheme}://${host ?? `localhost:${port}`}`
  const apiKey = randomBytes(24).toString('base64url')
  writeFileSync(join(folder, 'local.json'), JSON.stringify(deploymentOf(kind, portal, apiKey)))
  const problems = []
  const server = spawn(process.execPath, ['server/src/main.ts'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      DATA_DIR: folder,
      DEPLOYMENTS_DIR: folder,
      DATABASE_URL: postgres.url,
      DRAIN_SECONDS: '0',
      ...settingsOf(kind),
    },
  })
  server.stdout.on('data', (chunk) => {
    const lines = String(chunk).split('\n')
    problems.push(...lines.filter((line) => /"statusCode":500|"level":[56]0/.test(line)))
  })
  const exit = once(server, 'exit')
  server.on('exit', (code) => {
    if (!server.killed) problems.push(`The server ended (${code}).`)
  })
  const end = async () => {
    server.kill()
    await exit
    await postgres.end()
    rmSync(folder, { recursive: true, force: true })
  }
  const address = `http://localhost:${port}`
  try {
    await answers(`${address}/readyz`)
  } catch (error) {
    await end()
    throw new Error(problems.join('\n'), { cause: error })
  }
  return { address, port, host: new URL(portal).host, apiKey, problems: () => [...problems], end }
}

function settingsOf(kind) {
  if (kind === 'open') {
    return { SEED: 'on', LIMITS: 'off', ARGON2_MEMORY_KIB: '8', ARGON2_PASSES: '1' }
  }
  return {
    NODE_ENV: 'production',
    SESSION_KEY: randomBytes(32).toString('base64'),
    // No mail server listens, so mails wait in the outbox.
    SMTP_URL: 'smtp://127.0.0.1:9',
    TRUSTED_PROXIES: '127.0.0.1',
  }
}

function deploymentOf(kind, portal, apiKey) {
  const sample = JSON.parse(readFileSync(join(root, 'deployments/local.json'), 'utf8'))
  const own = { ...sample, AccountUrl: portal, AccountApiKey: apiKey }
  if (kind === 'open') return own
  // Production refuses sample credentials, so these fields are empty.
  return {
    ...own,
    Environment: 'PROD',
    captchaSecret: '',
    CaptchaSiteKey: '',
    connections: {},
    partners: {},
    clients: [],
  }
}

async function answers(url) {
  const deadline = Date.now() + startsWithinMs
  for (;;) {
    const response = await fetch(url).catch(() => null)
    if (response?.ok) return
    if (Date.now() > deadline) throw new Error(`${url} does not answer.`)
    await new Promise((next) => setTimeout(next, 100))
  }
}
