import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { root } from './bootstrap.mjs'
import { freePort } from './freePort.mjs'

let child
let ports
let output = ''

beforeAll(async () => {
  ports = { PORT: await freePort(), STAND_INS_PORT: await freePort(), SMTP_PORT: await freePort() }
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'gatehouse-dev-'))
  child = spawn(process.execPath, ['scripts/bootstrap.mjs', 'scripts/dev.mjs'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...ports, DATA_DIR },
  })
  child.stdout.on('data', (chunk) => (output += chunk))
  while (!/^ready http/m.test(output)) await once(child.stdout, 'data')
}, 180_000)

afterAll(() => child.kill('SIGKILL'))

const get = (path, accept = '*/*') =>
  fetch(`http://localhost:${ports.PORT}${path}`, { headers: { accept } })

test('development serves the sources of the portal, refreshed in the page, and the page of parts', async () => {
  for (const path of ['/login', '/__ui']) {
    const page = await get(path, 'text/html')
    expect(page.status).toBe(200)
    expect(await page.text()).toContain('src="/@vite/client"')
  }
  const script = await get('/src/screens/login/Login.tsx')
  expect(script.headers.get('content-type')).toContain('javascript')
  expect(await script.text()).toContain('$RefreshReg$')
})

test('development answers calls of the portal at its own address', async () => {
  const { PORT } = ports
  const envelope = await (await get('/runtime-configuration/current/environment.json')).json()
  const configuration = JSON.parse(envelope.Value)
  expect(configuration.AccountApiUrl).toBe(`http://localhost:${PORT}/api`)
  const answer = await fetch(`${configuration.AccountApiUrl}/log/log-in`, {
    method: 'POST',
    headers: { 'x-api-key': configuration.AccountApiKey, 'content-type': 'application/json' },
    body: JSON.stringify({ UsernameOrEmail: 'player@example.com', Password: 'Welcome2Gatehouse' }),
  })
  expect(answer.status).toBe(200)
  expect(answer.headers.getSetCookie().join()).not.toContain('Domain')
})

test('development ends within ten seconds of SIGTERM, and leaves its ports free', async () => {
  child.kill('SIGTERM')
  expect((await once(child, 'exit'))[0]).toBe(0)
  for (const port of Object.values(ports)) {
    const server = createServer().listen(port)
    await once(server, 'listening')
    server.close()
  }
}, 10_000)
