// The product behind a proxy with TLS and HTTP/2 (Caddy), and a slow line to each: bytes a second
// that all connections share, and the latency of every round trip. The emulation of the browser's
// own tools delays each request alike, whatever the protocol.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { aptInstall } from '../../../scripts/programs.mjs'
import { freePort } from '../../../scripts/freePort.mjs'

/** Lighthouse's slow 4G as a line has it: milliseconds of a round trip, and bytes a second down. */
const line = { roundTrip: 150, bytesPerSecond: (1638.4 * 1024) / 8 }

/** The log-in over HTTP/1.1 and over HTTP/2, each behind a slow line. */
export async function openProxy(portal) {
  if (spawnSync('caddy', ['version']).error !== undefined && !aptInstall('caddy')) {
    throw new Error('There is no Caddy here, which --proxy needs.')
  }
  const product = new URL(portal.address)
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-proxy-'))
  const protocols = { 'HTTP/1.1': 'h1', 'HTTP/2': 'h1 h2' }
  const sites = []
  for (const [name, spoken] of Object.entries(protocols)) {
    sites.push({ name, spoken, port: await freePort() })
  }
  const config = join(folder, 'Caddyfile')
  writeFileSync(config, caddyfile(sites, product))
  const caddy = spawn('caddy', ['run', '--config', config, '--adapter', 'caddyfile'], {
    env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  await untilServing(caddy)
  const lines = []
  for (const { name, port } of sites) lines.push({ name, ...(await openLine(port)) })
  return {
    pages: lines.map(({ name, port }) => ({
      name: `login behind a proxy, ${name}`,
      address: `https://prod.localhost:${port}/login`,
      usable: `${portal.alive} [name=UsernameOrEmail]`,
      isLineSlow: true,
    })),
    async close() {
      for (const each of lines) each.close()
      caddy.kill()
      if (caddy.exitCode === null) await once(caddy, 'exit')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The product finds its deployment by the name that it knows. */
function caddyfile(sites, product) {
  const servers = sites.map(({ spoken, port }) => `servers :${port} {\nprotocols ${spoken}\n}`)
  const site = ({ port }) => `https://prod.localhost:${port} {
  tls internal
  reverse_proxy 127.0.0.1:${product.port} {
    header_up Host ${product.host}
  }
}`
  const options = ['admin off', 'auto_https disable_redirects', 'skip_install_trust', ...servers]
  return [`{\n${options.join('\n')}\n}`, ...sites.map(site), ''].join('\n')
}

async function untilServing(caddy) {
  let said = ''
  for await (const chunk of caddy.stderr.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    said += chunk
    if (!said.includes('serving initial configuration')) continue
    caddy.stderr.resume()
    return
  }
  throw new Error(`Caddy does not start:\n${said}`)
}

/** A port whose connections reach another one late, and slowly. */
async function openLine(target) {
  const open = new Set()
  let isFreeAt = 0
  const server = createServer((near) => {
    const far = connect(target, '127.0.0.1')
    // A connection begins with its own round trip.
    let isUpAt = performance.now() + line.roundTrip
    near.on('data', (bytes) => {
      isUpAt = Math.max(isUpAt, performance.now() + line.roundTrip / 2)
      setTimeout(() => far.write(bytes), isUpAt - performance.now())
    })
    far.on('data', (bytes) => {
      for (let from = 0; from < bytes.length; from += 1460) {
        const part = bytes.subarray(from, from + 1460)
        isFreeAt =
          Math.max(isFreeAt, performance.now()) + (part.length / line.bytesPerSecond) * 1000
        setTimeout(() => near.write(part), isFreeAt + line.roundTrip / 2 - performance.now())
      }
    })
    for (const [one, other] of [
      [near, far],
      [far, near],
    ]) {
      open.add(one)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        open.delete(one)
        setTimeout(() => other.destroy(), line.roundTrip)
      })
    }
  })
  const port = await freePort()
  await new Promise((ready) => server.listen(port, '127.0.0.1', ready))
  return {
    port,
    close() {
      server.close()
      for (const socket of open) socket.destroy()
    },
  }
}
