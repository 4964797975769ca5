import { spawn } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { root } from './bootstrap.mjs'
import { freePort } from './freePort.mjs'

/* examples/webhook-receiver, as its README starts it. */

const key = Buffer.from('a secret of the samples')
const issuer = 'https://account.example/oidc'
let child
let lines
let address

beforeAll(async () => {
  const port = await freePort()
  child = spawn(process.execPath, ['receiver.js'], {
    cwd: join(root, 'examples/webhook-receiver'),
    env: { PORT: `${port}`, ISSUER: issuer, WEBHOOK_SECRET: `whsec_${key.toString('base64')}` },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  address = (await lines.next()).value
})
afterAll(async () => {
  child.kill()
  await once(child, 'exit')
})

async function send(id, type, data = {}, iss = issuer) {
  const event = { type, timestamp: new Date().toISOString(), data: { iss, sub: '42', ...data } }
  const body = JSON.stringify(event)
  const now = `${Math.floor(Date.now() / 1000)}`
  const signature = createHmac('sha256', key).update(`${id}.${now}.${body}`).digest('base64')
  const headers = {
    'webhook-id': id,
    'webhook-timestamp': now,
    'webhook-signature': `v1,${signature}`,
  }
  return { body, headers, status: (await fetch(address, { method: 'POST', headers, body })).status }
}

test('the receiver of the examples applies a signed event, and none twice', async () => {
  const { status } = await send('a', 'account.renamed', { preferred_username: 'Ada' })
  expect(status).toBe(204)
  expect((await lines.next()).value).toBe('account.renamed: show Ada for 42')
  expect((await send('a', 'account.deleted')).status).toBe(204)
  expect((await send('b', 'account.deleted', {}, 'https://other.example/oidc')).status).toBe(204)
  expect((await send('c', 'account.banned')).status).toBe(204)
  expect((await lines.next()).value).toBe('account.banned: end the sessions of 42')
})

test('the receiver of the examples refuses a body that the portal did not sign', async () => {
  const { body, headers } = await send('d', 'event.test')
  await lines.next()
  const changed = body.replace('"42"', '"43"')
  const { status } = await fetch(address, { method: 'POST', headers, body: changed })
  expect(status).toBe(400)
})
