import { afterAll, beforeAll, expect, it } from 'vitest'
import { gatehouse } from '../../test/fixtures/processes/runGatehouse.ts'
import { registerForm, signedInPlayer } from '../../test/fixtures/samples/samplePlayers.ts'
import { startApp, type TestApp } from '../../test/fixtures/startApp.ts'
import { sampleClients } from '../../test/fixtures/testClient.ts'

const deaf = {
  clientId: 'nodebb',
  name: 'Forum',
  clientSecret: 'sample-nodebb-secret',
  redirectUris: ['https://forum.site.test/callback'],
  firstParty: true,
}
const inLocal = '--deployment local --why test'

let app: TestApp

beforeAll(async () => {
  // Without it no account is frozen.
  const local = { clients: [...sampleClients, deaf], EnableSecuritySection: true }
  app = await startApp({ deployments: { local } })
})
afterAll(() => app.close())

it('an act that ends sessions names the sites that do not hear of it', async () => {
  for (const [index, act] of ['ban', 'freeze', 'end-sessions'].entries()) {
    const name = `Ada${index}`
    await signedInPlayer(app, registerForm({ Username: name }))
    const { output } = await gatehouse(app, `players ${act} ${name} ${inLocal}`)
    expect([act, output]).toEqual([act, expect.stringContaining('do not hear of it: nodebb.')])
  }
})

it('clients list says by what each client hears of them', async () => {
  const { output } = await gatehouse(app, 'clients list --deployment local --json')
  const clients = JSON.parse(output) as { clientId: string; hearsOf: string }[]
  const heard = Object.fromEntries(clients.map(({ clientId, hearsOf }) => [clientId, hearsOf]))
  expect(heard).toMatchObject({
    community: 'log-outs, events',
    forum: 'log-outs',
    nodebb: 'nothing',
  })
})
