import { afterAll, beforeAll, expect, it } from 'vitest'
import { insertPartnerPlayer } from '../../../database/accounts/players.ts'
import { enrol, enrolledPlayer, strong } from '../../../../test/fixtures/enrolled.ts'
import { addPasskey, softPasskey } from '../../../../test/fixtures/passkeys/passkeySteps.ts'
import { gatehouse, jsonOutputOf } from '../../../../test/fixtures/processes/runGatehouse.ts'
import {
  registerForm,
  registerPlayer,
  signedInPlayer,
} from '../../../../test/fixtures/samples/samplePlayers.ts'
import { startApp, type TestApp } from '../../../../test/fixtures/startApp.ts'

let app: TestApp
const deployment = 'two-point-studios'

beforeAll(async () => {
  const encouraged = { ...strong, StrongSignIn: 'encouraged' } as const
  app = await startApp({ deployments: { local: strong, [deployment]: encouraged } })
})
afterAll(() => app.close())

const player = (Username: string) => signedInPlayer(app, registerForm({ Username }), deployment)
const passkey = () => softPasskey(app, {}, deployment)

it('counts the players of a deployment by their factors, and whom a lost device locks out (G85)', async () => {
  await player('Nora')
  await addPasskey(await player('Petr'), passkey())
  const { visitor } = await enrolledPlayer(app, 'Anna', deployment)
  const both = await player('Boris')
  await addPasskey(both, passkey())
  await enrol(app, 'Boris', both)
  const bare = await player('Barbara')
  await addPasskey(bare, passkey())
  await addPasskey(bare, passkey())
  await bare.call('removePassword', { body: {} })
  const { Id_User: id } = await visitor.readToken()
  const { kysely } = app.services.database
  const used = { used_at: app.clock.now() }
  await kysely.updateTable('recovery_codes').set(used).where('player_id', '=', id).execute()

  // Neither who is not there yet or no more, nor players of another deployment.
  await registerPlayer(app, registerForm({ Username: 'Unconfirmed' }), deployment)
  await player('Erased')
  await gatehouse(app, `players erase Erased --deployment ${deployment} --why asked`)
  await enrolledPlayer(app, 'Elsewhere')
  const ofPartner = { username: 'Petra', email: 'petra@site.test', partnerName: 'Relic' }
  const inserted = { ...ofPartner, deployment, ip: '203.0.113.9' }
  await insertPartnerPlayer(kysely, inserted, app.clock.now())

  const line = `strong-sign-in report --deployment ${deployment}`
  expect(await jsonOutputOf(app, line)).toEqual({
    strongSignIn: 'encouraged',
    players: 5,
    passkeysAlone: 2,
    appsAlone: 1,
    both: 1,
    none: 1,
    twoStep: 2,
    withoutPassword: 1,
    ofPartners: 1,
    noCodesLeft: 2,
  })
  const { output } = await gatehouse(app, line)
  expect(output).toMatch(/^noCodesLeft +2$/m)
})

it('counts zero in a deployment without players, and says which flag it has', async () => {
  const none = await jsonOutputOf(app, 'strong-sign-in report --deployment sandbox')
  expect(none).toMatchObject({ strongSignIn: '', players: 0, none: 0, noCodesLeft: 0 })
})
