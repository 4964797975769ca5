// The product behind Caddy with the file of `deploy/`, as players get it: encrypted, over HTTP/2.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../../scripts/bootstrap.mjs'
import { freePort } from '../../scripts/freePort.mjs'

/** Starts Caddy in front of the product, and returns the same pages behind it. */
export async function openProxy({ address, pages }) {
  const port = await freePort()
  const front = new URL(address)
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-proxy-'))
  const file = join(folder, 'Caddyfile')
  // The product knows its hosts by its own port.
  const asked = 'reverse_proxy {$SERVERS} {'
  const sample = readFileSync(join(root, 'deploy/Caddyfile'), 'utf8')
  const text = sample.replaceAll(asked, `${asked}\n\t\theader_up Host ${front.host}`)
  writeFileSync(file, `{\n\tadmin off\n}\n${text}`)
  const child = spawn('caddy', ['run', '--adapter', 'caddyfile', '--config', file], {
    env: {
      ...process.env,
      // Caddy signs names that end so itself.
      HOSTS: `https://${front.hostname}:${port}`,
      SERVERS: `127.0.0.1:${front.port}`,
      HOME: folder,
      XDG_DATA_HOME: folder,
      XDG_CONFIG_HOME: folder,
    },
    stdio: 'ignore',
  })
  const behind = `https://${front.hostname}:${port}`
  await Promise.race([untilAnswered(behind), failed(child)])
  return {
    pages: pages
      .filter(({ isSignedIn }) => isSignedIn !== true)
      .map((page) => ({
        ...page,
        name: `${page.name}, HTTP/2 behind Caddy`,
        address: page.address.replace(address, behind),
      })),
    async close() {
      child.kill('SIGTERM')
      await once(child, 'exit')
      rmSync(folder, { recursive: true })
    },
  }
}

async function failed(child) {
  const [reason] = await Promise.race([once(child, 'error'), once(child, 'exit')])
  throw new Error('Caddy does not start.', { cause: reason })
}

/** Resolves when a page comes from an address. */
async function untilAnswered(address) {
  for (;;) {
    const status = await statusOf(`${address}/login`).catch(() => 0)
    if (status === 200) return
    await new Promise((next) => setTimeout(next, 100))
  }
}

function statusOf(address) {
  return new Promise((resolve, reject) => {
    const { hostname, port, pathname } = new URL(address)
    const asked = request({
      host: '127.0.0.1',
      port,
      path: pathname,
      servername: hostname,
      headers: { host: `${hostname}:${port}` },
      rejectUnauthorized: false,
    })
    asked.on('response', (answer) => {
      answer.resume()
      resolve(answer.statusCode)
    })
    asked.on('error', reject)
    asked.end()
  })
}
