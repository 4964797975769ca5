// The product in production behind TLS, with a client of each kind and a player for each.
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { root } from '../../../scripts/bootstrap.mjs'
import { freePort } from '../../../scripts/freePort.mjs'
import { buildPortal } from '../../../scripts/portal.mjs'
import { startPostgres } from '../../../scripts/postgres.mjs'
import { openFront } from './openFront.mjs'
import { gameServices, openServices } from './openServices.mjs'
import { seedPlayers } from './seedPlayers.mjs'

const startsWithinMs = 60_000

/**
 * Starts the product with the `clients` of a deployment's file; `usernames` are its players. Returns
 * its address, and the certificate by which it and the clients' sites are known.
 */
export async function openProduct({ clients, usernames }) {
  buildPortal()
  const postgres = await startPostgres()
  if (postgres === null) throw new Error('PostgreSQL is neither here nor to be had.')
  const services = clients.some(({ exchanges }) => exchanges) ? await openServices() : null
  const front = await openFront('DNS:localhost,IP:127.0.0.1')
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-stock-clients-'))
  const certificateFile = join(folder, 'certificate.pem')
  writeFileSync(certificateFile, front.certificate)
  const portal = `https://localhost:${front.httpsPort}`
  const apiKey = randomBytes(24).toString('base64url')
  const deployment = {
    Environment: 'PROD',
    FrontUrl: 'https://www.site.test',
    AccountUrl: portal,
    AccountApiKey: apiKey,
    RegisterStudioName: 'Stock Clients',
    IsProd: true,
    clients,
    ...(services && gameServices),
  }
  writeFileSync(join(folder, 'stock.json'), JSON.stringify(deployment))
  const [port, operatorPort] = [await freePort(), await freePort()]
  const settings = {
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PORT: `${port}`,
    OPERATOR_PORT: `${operatorPort}`,
    DATABASE_URL: postgres.url,
    DRAIN_SECONDS: '0',
    DEPLOYMENTS_DIR: folder,
    SESSION_KEY: randomBytes(32).toString('base64'),
    // No mail server listens, so mails wait in the outbox.
    SMTP_URL: 'smtp://127.0.0.1:9',
    TRUSTED_PROXIES: '127.0.0.1',
    ...services?.settings,
  }
  if (services) {
    settings.NODE_EXTRA_CA_CERTS = join(folder, 'services.pem')
    writeFileSync(settings.NODE_EXTRA_CA_CERTS, services.certificate)
  }
  const product = {
    services,
    portal,
    issuer: `${portal}/oidc`,
    apiKey,
    folder,
    certificateFile,
    problems: [],
  }
  let child = null
  const close = async () => {
    front.close()
    services?.close()
    if (child !== null) await endServer(child)
    await postgres.end()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    Object.assign(product, await seedPlayers(settings, 'stock', usernames))
    child = startServer(settings, product.problems)
    await isReady(`http://127.0.0.1:${operatorPort}/readyz`, child)
    front.serve(port)
  } catch (error) {
    await close()
    throw new Error(product.problems.join('\n'), { cause: error })
  }
  return { ...product, tls: { key: front.key, cert: front.certificate }, close }
}

function startServer(settings, problems) {
  const child = spawn(process.execPath, ['scripts/serve.mjs'], {
    cwd: root,
    env: { PATH: process.env.PATH, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  child.stdout.on('data', (chunk) => {
    const lines = String(chunk).split('\n')
    problems.push(...lines.filter((line) => /"statusCode":500|"level":[56]0/.test(line)))
  })
  return child
}

async function endServer(child) {
  if (child.exitCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  await exited
}

async function isReady(url, child) {
  const deadline = Date.now() + startsWithinMs
  for (;;) {
    const answer = await fetch(url).catch(() => null)
    if (answer?.ok) return
    if (child.exitCode !== null) throw new Error('The product did not start.')
    if (Date.now() > deadline) throw new Error(`${url} does not answer.`)
    await pause(100)
  }
}
