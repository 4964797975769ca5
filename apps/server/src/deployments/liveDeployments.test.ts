import { expect, it } from 'vitest'
import { startApp } from '../../test/fixtures/startApp.ts'

it('a change of stored clients makes new deployments where clients changed, and keeps the others', async () => {
  const app = await startApp({ nodes: 1 })
  const { deployments } = app.services
  const [sample] = app.deployment('local').clients.values()
  if (!sample) throw new Error('No sample client.')
  const client = (name: string) => ({ ...sample, clientId: 'stored', name })
  const stored = (ofProd: string) =>
    new Map([
      ['local', [client('Wiki')]],
      ['prod', [client(ofProd)]],
    ])
  const both = () => [app.deployment('local'), app.deployment('prod')] as const
  deployments.replaceClients(stored('Forum'))
  const [local, prod] = both()
  deployments.replaceClients(stored('Board'))
  const [localNow, prodNow] = both()
  expect([localNow === local, prodNow === prod]).toEqual([true, false])
  expect(prodNow.clients.get('stored')?.name).toBe('Board')
  deployments.replaceClients(new Map())
  expect(app.deployment('local').clients.has('stored')).toBe(false)
  await app.close()
})
