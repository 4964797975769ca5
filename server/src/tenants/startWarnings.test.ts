import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addPasskey, softPasskey, strong } from '../../test/fixtures/passkeys/passkeySteps.ts'
import {
  registerForm,
  registerPlayer,
  signedInPlayer,
} from '../../test/fixtures/samples/samplePlayers.ts'
import { startApp, type TestApp } from '../../test/fixtures/startApp.ts'
import {
  listLostPasskeys,
  warnAboutLostPasskeys,
  warnAboutOrphanedPlayers,
} from './startWarnings.ts'

let app: TestApp

const warnings = () => app.logged.filter((line) => line.includes('deployments.orphaned_players'))

describe('Players without a deployment', () => {
  beforeAll(async () => {
    app = await startApp()
  })
  afterAll(() => app.close())

  it('cause a warning at the start', async () => {
    const { services } = app
    await warnAboutOrphanedPlayers(services)
    for (const [index, deployment] of (['local', 'prod', 'sandbox', 'local'] as const).entries()) {
      await registerPlayer(app, registerForm({ Username: `Player${index}` }), deployment)
    }
    await warnAboutOrphanedPlayers(services)
    expect(warnings()).toEqual([])
    const all = services.deployments.all.filter(({ name }) => name !== 'prod' && name !== 'local')
    await warnAboutOrphanedPlayers({ ...services, deployments: { ...services.deployments, all } })
    expect(warnings()).toHaveLength(1)
    expect(JSON.parse(warnings()[0] ?? '')).toMatchObject({ deployments: ['local', 'prod'] })
  })
})

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
