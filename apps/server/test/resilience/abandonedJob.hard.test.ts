import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, inject, it } from 'vitest'
import { type MailSink, openMailSink } from '../fixtures/processes/mailSink.ts'
import { ServerEnvironment } from '../fixtures/processes/serverEnvironment.ts'
import { registerForm } from '../fixtures/samples/samplePlayers.ts'

let bench: ServerEnvironment
let mails: MailSink

beforeEach(async () => {
  bench = await ServerEnvironment.open()
  mails = await openMailSink()
})
afterEach(async () => {
  await bench.close()
  await mails.close()
})

async function started(url: string) {
  const server = await bench.start({ SMTP_URL: url })
  if ((await server.ready) !== null) throw new Error(server.output())
  return server
}

it('a mail that a killed server was handing over is sent by another one within half a minute', async () => {
  // A mail server that never says a word.
  const silent = createServer((socket) => socket.on('error', () => undefined)).listen(
    0,
    '127.0.0.1',
  )
  await once(silent, 'listening')
  const held = once(silent, 'connection')
  const first = await started(`smtp://127.0.0.1:${(silent.address() as AddressInfo).port}`)
  expect(await first.post('/api/register/new-user', registerForm({ Username: 'Ada' }))).toBe(201)
  await held
  // The embedded database has one server at a time.
  const beside = inject('template').kind === 'pglite' ? null : await started(mails.url)
  const ended = once(first.child, 'exit')
  first.child.kill('SIGKILL')
  await ended
  const killedAt = performance.now()
  const sent = mails.next()
  if (beside === null) await started(mails.url)
  await sent
  // Free within twenty seconds, tried after at most ten more, and found by a look every five.
  expect(performance.now() - killedAt).toBeLessThan(36_000)
  silent.close()
})
