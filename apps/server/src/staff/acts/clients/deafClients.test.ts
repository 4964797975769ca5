import { everyAct } from '@gatehouse/contract/acts/everyAct'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { gatehouse, jsonOutputOf } from '../../../../test/fixtures/processes/runGatehouse.ts'
import { registerForm, signedInPlayer } from '../../../../test/fixtures/samples/samplePlayers.ts'
import { startApp, type TestApp } from '../../../../test/fixtures/startApp.ts'
import { sampleClients } from '../../../../test/fixtures/testClient.ts'

const deaf = {
  clientId: 'nodebb',
  name: 'Forum',
  clientSecret: 'sample-nodebb-secret',
  redirectUris: ['https://forum.site.test/callback'],
  firstParty: true,
}
/** Hears of a ban alone. */
const half = {
  ...deaf,
  clientId: 'half',
  webhook: { url: 'https://forum.site.test/hook', secret: `whsec_${btoa('s'.repeat(24))}` },
  events: ['account.banned' as const],
}
const inLocal = '--deployment local --why test'

let app: TestApp

beforeAll(async () => {
  // Without it no account is frozen.
  const local = { clients: [...sampleClients, deaf, half], EnableSecuritySection: true }
  app = await startApp({ deployments: { local } })
})
afterAll(() => app.close())

const ending = Object.entries(everyAct).filter(([, { endsSessions }]) => endsSessions !== null)
it('the acts that end sessions are those of the table', () => {
  expect(ending.map(([name]) => name)).toEqual([
    'players ban',
    'players ban-many',
    'players end-sessions',
    'players freeze',
    'players freeze-many',
    'players erase',
    'players end-session',
  ])
})

it.each(ending)('%s names the sites that do not hear of it', async (act, { endsSessions }) => {
  const name = `Ada${ending.findIndex(([one]) => one === act)}`
  await signedInPlayer(app, registerForm({ Username: name }))
  const listed = await jsonOutputOf(app, `players sessions ${name} --deployment local`)
  const [session] = listed as { id: string }[]
  const operand = act.endsWith('-many') ? '-' : name
  const more = act === 'players end-session' ? ` --session=${session?.id}` : ''
  const line = `${act} ${operand}${more} ${inLocal}`
  const { output, errors } = await gatehouse(app, line, { input: `${name}\n` })
  expect(errors).toBe('')
  const untold = endsSessions === 'account.banned' ? 'nodebb.' : 'nodebb, half.'
  expect(output).toContain(`Sites that do not hear of it: ${untold}`)
})

it('clients list says by what each client hears of them', async () => {
  const { output } = await gatehouse(app, 'clients list --deployment local --json')
  const clients = JSON.parse(output) as { clientId: string; hearsOf: string }[]
  const heard = Object.fromEntries(clients.map(({ clientId, hearsOf }) => [clientId, hearsOf]))
  expect(heard).toMatchObject({
    community: 'log-outs, events',
    forum: 'log-outs',
    nodebb: 'nothing',
    half: 'nothing',
  })
})
