import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { listen } from './listen.ts'
import { SettingsError } from '../platform/config/settings.ts'

it('a taken port is refused with the names of its settings', async () => {
  const [one, two] = [Fastify(), Fastify()]
  const host = '127.0.0.1'
  await listen(one, { port: 0, host }, 'PORT, HOST')
  const [{ port }] = one.addresses() as [AddressInfo]
  const refused = listen(two, { port, host }, 'PORT, HOST')
  await expect(refused).rejects.toThrow(SettingsError)
  await expect(refused).rejects.toThrow(/^PORT, HOST: .*EADDRINUSE/)
  await Promise.all([one.close(), two.close()])
})
