import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import getPort, { clearLockedPorts } from 'get-port'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { root } from './bootstrap.mjs'
import { freePort } from './freePort.mjs'

const ports = {
  PORT: await freePort(),
  STAND_INS_PORT: await freePort(),
  SMTP_PORT: await freePort(),
  CONSOLE_PORT: await freePort(),
}
const portal = `http://localhost:${ports.PORT}`
let child

beforeAll(async () => {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'gatehouse-dev-'))
  const env = { ...process.env, ...ports, DATA_DIR }
  const stdio = ['ignore', 'pipe', 'inherit']
  child = spawn('node', ['scripts/bootstrap.mjs', 'scripts/dev.mjs'], { cwd: root, stdio, env })
  let output = ''
  child.stdout.on('data', (chunk) => (output += chunk))
  while (!/^ready http/m.test(output)) await once(child.stdout, 'data')
})

afterAll(() => child.kill('SIGKILL'))

test('development serves the portal, its page of parts, and sources that refresh', async () => {
  for (const path of ['/login', '/__ui']) {
    const page = await fetch(portal + path, { headers: { accept: 'text/html' } })
    expect(page.status).toBe(200)
    expect(await page.text()).toContain('src="/@vite/client"')
  }
  const script = await fetch(`${portal}/src/screens/login/Login.tsx`)
  expect(await script.text()).toContain('$RefreshReg$')
})

test('development answers calls of the portal at its own address', async () => {
  const envelope = await fetch(`${portal}/runtime-configuration/current/environment.json`)
  const { AccountApiUrl, AccountApiKey } = JSON.parse((await envelope.json()).Value)
  expect(AccountApiUrl).toBe(`${portal}/api`)
  const answer = await fetch(`${AccountApiUrl}/log/log-in`, {
    method: 'POST',
    headers: { 'x-api-key': AccountApiKey, 'content-type': 'application/json' },
    body: JSON.stringify({ UsernameOrEmail: 'player@example.com', Password: 'Welcome2Gatehouse' }),
  })
  expect(answer.status).toBe(200)
  expect(answer.headers.getSetCookie()).not.toEqual([])
})

test('development ends within ten seconds of SIGTERM, and leaves its ports free', async () => {
  child.kill('SIGTERM')
  expect((await once(child, 'exit'))[0]).toBe(0)
  clearLockedPorts()
  for (const port of Object.values(ports)) expect(await getPort({ port })).toBe(port)
}, 10_000)
