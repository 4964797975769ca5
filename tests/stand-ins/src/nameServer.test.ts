import type { Socket } from 'node:dgram'
import { Resolver } from 'node:dns/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startNameServer } from './nameServer.ts'

let server: Socket
const resolver = new Resolver({ timeout: 300, tries: 1 })

beforeAll(async () => {
  server = await startNameServer(0)
  resolver.setServers([`127.0.0.1:${server.address().port}`])
})
afterAll(() => {
  server.close()
})

test('the first label of a zone decides its answer', async () => {
  expect(await resolver.resolveMx('ok.test')).toEqual([
    expect.objectContaining({ priority: 10, exchange: 'mx.ok.test' }),
  ])
  expect(await resolver.resolveMx('null.test')).toEqual([
    expect.objectContaining({ priority: 0, exchange: '' }),
  ])
  expect(await resolver.resolve4('aonly.test')).toEqual(['9.9.9.9'])
})

test.each([
  ['aonly.test', 'ENODATA'],
  ['empty.test', 'ENODATA'],
  ['missing.test', 'ENOTFOUND'],
  ['servfail.test', 'ESERVFAIL'],
  ['drop.test', 'ETIMEOUT'],
])('a query for the exchangers of %s fails with %s', async (name, code) => {
  await expect(resolver.resolveMx(name)).rejects.toMatchObject({ code })
})
