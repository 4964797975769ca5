import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addPasskey, softPasskey, strong } from '../../test/fixtures/passkeys/passkeySteps.ts'
import { registerForm, signedInPlayer } from '../../test/fixtures/samples/samplePlayers.ts'
import { startApp, type TestApp } from '../../test/fixtures/startApp.ts'
import { listLostPasskeys, warnAboutLostPasskeys } from './startWarnings.ts'

let app: TestApp

describe('Passkeys of another domain', () => {
  beforeAll(async () => {
    app = await startApp({ deployments: { local: strong }, nodes: 1 })
  })
  afterAll(() => app.close())

  it('are named while a player has one', async () => {
    const { services } = app
    const visitor = await signedInPlayer(app, registerForm({ Username: 'Ada' }))
    const { Passkey } = await addPasskey(visitor, softPasskey(app))
    const { kysely } = app.fresh.database
    const moved = [{ name: 'local', rpId: 'site.test' }]
    expect(await listLostPasskeys(kysely, services.deployments.all)).toEqual([])
    expect(await listLostPasskeys(kysely, moved)).toEqual([
      { deployment: 'local', rpId: 'site.test', domains: ['localhost'] },
    ])
    const all = services.deployments.all.map((each) => ({ ...each, rpId: 'site.test' }))
    await warnAboutLostPasskeys({ ...services, deployments: { ...services.deployments, all } })
    expect(app.logged.at(-1)).toContain('"event":"passkeys.lost"')
    await visitor.call('removePasskey', { body: { Id: Passkey.Id } })
    expect(await listLostPasskeys(kysely, moved)).toEqual([])
  })
})
