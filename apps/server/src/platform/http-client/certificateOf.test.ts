import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:tls'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { certificate } from '../../../test/fixtures/certificate.ts'
import { certificateOf } from './certificateOf.ts'

const server = createServer(certificate, (socket) => socket.end())
let address: URL

beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  address = new URL(`https://localhost:${(server.address() as AddressInfo).port}`)
})
afterAll(() => {
  server.close()
})

it('a certificate that browsers take has its end', async () => {
  const { until, problem } = await certificateOf(address, 3000, certificate.cert)
  expect([until.getUTCFullYear(), problem]).toEqual([2126, null])
})

it('one that no authority has signed, or of another name, has the reason', async () => {
  const own = await certificateOf(address, 3000)
  expect(own.problem).toContain('DEPTH_ZERO_SELF_SIGNED_CERT')
  const other = new URL(`https://127.0.0.1:${address.port}`)
  const found = await certificateOf(other, 3000, certificate.cert).catch(
    (error: Error) => error.message,
  )
  expect(JSON.stringify(found)).toContain('ALTNAME')
})

it('an address where nothing answers throws', async () => {
  const closed = createServer().listen(0, '127.0.0.1')
  await once(closed, 'listening')
  const { port } = closed.address() as AddressInfo
  await once(closed.close(), 'close')
  const nowhere = new URL(`https://localhost:${port}`)
  await expect(certificateOf(nowhere, 3000)).rejects.toThrow('ECONNREFUSED')
})
