import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:tls'
import { expect, it } from 'vitest'
import { certificate } from '../../test/fixtures/certificate.ts'
import { lookAtCertificates } from './readHealth.ts'

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
