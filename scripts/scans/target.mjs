// The target of the scans: the server on its own PostgreSQL.
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import getPort from 'get-port'
import { root } from '../bootstrap.mjs'
import { buildPortal } from '../portal.mjs'
import { withServer } from '../withServer.mjs'

/** No rate limits, so that scans reach the code behind them. */
const open = { SEED: 'on', LIMITS: 'off', ARGON2_MEMORY_KIB: '8', ARGON2_PASSES: '1' }
const production = {
  NODE_ENV: 'production',
  SESSION_KEY: randomBytes(32).toString('base64'),
  // No mail server listens, so mails wait in the outbox.
  SMTP_URL: 'smtp://127.0.0.1:9',
  TRUSTED_PROXIES: '127.0.0.1',
}
/** Production refuses sample credentials. */
const bare = { captchaSecret: '', CaptchaSiteKey: '', connections: {}, partners: {}, clients: [] }

/**
 * Runs `scan` against a server with LOCAL alone, of the kind 'open' or 'production', and ends it.
 * `problems` of the target are the answers of 500 in the log so far.
 */
export async function attack(kind, scan) {
  buildPortal()
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-scan-'))
  const port = await getPort()
  const address = `http://localhost:${port}`
  const apiKey = randomBytes(24).toString('base64url')
  const sample = JSON.parse(readFileSync(join(root, 'deploy/samples/local.json'), 'utf8'))
  const own = { ...sample, AccountUrl: address, AccountApiKey: apiKey }
  const closed = { ...own, ...bare, Environment: 'PROD', AccountUrl: `https://localhost:${port}` }
  writeFileSync(join(folder, 'local.json'), JSON.stringify(kind === 'open' ? own : closed))
  const places = { PORT: String(port), DATA_DIR: folder, DEPLOYMENTS_DIR: folder }
  const settings = { ...places, DRAIN_SECONDS: '0', ...(kind === 'open' ? open : production) }
  return withServer(root, settings, (said) => {
    const problems = () => said().match(/^.*(?:"statusCode":500|"level":[56]0).*$/gm) ?? []
    return scan({ address, apiKey, folder, problems })
  }).finally(() => rmSync(folder, { recursive: true, force: true }))
}
