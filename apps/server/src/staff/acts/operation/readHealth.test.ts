import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:tls'
import { expect, it, onTestFinished } from 'vitest'
import { certificate } from '../../../../test/fixtures/certificate.ts'
import { startApp } from '../../../../test/fixtures/startApp.ts'
import { sampleNode } from '../../../maintenance/nodeSamples.ts'
import { lookAtCertificates, readHealth } from './readHealth.ts'

it('certificates that browsers refuse are a problem, and portals that are not reached are none', async () => {
  const server = createServer(certificate, (socket) => socket.end()).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const now = new Date()
  const seen = await lookAtCertificates([`https://localhost:${port}/account`], now)
  expect(seen).toMatch(/^https:\/\/localhost:\d+: DEPTH_ZERO_SELF_SIGNED_CERT, until 2126-/)
  server.close()
  await once(server, 'close')
  expect(await lookAtCertificates([`https://localhost:${port}`], now)).toEqual({
    note: expect.stringContaining('not reached from here'),
  })
  expect(await lookAtCertificates(['http://localhost:1'], now)).toBeNull()
})

it('a mail server that refuses us is a problem, in the words of the server that it stopped', async () => {
  const app = await startApp({ nodes: 1 })
  onTestFinished(() => app.close())
  const statusOf = async () =>
    (await readHealth(app.services)).find(({ part }) => part === 'mail server')
  expect(await statusOf()).toMatchObject({ status: 'ok', isGood: true })
  const stopped = { since: app.clock.now(), reason: '554 5.7.1' }
  const outbox = { ...app.services.outbox, stopped: () => stopped }
  await sampleNode({ ...app.services, outbox }).run(new AbortController().signal)
  expect(await statusOf()).toMatchObject({
    status: expect.stringMatching(/^it takes no mails of ours: 554 5\.7\.1, since /),
    isGood: false,
  })
  app.clock.advance(121)
  expect(await statusOf()).toMatchObject({ status: 'ok', isGood: true })
})
