import { afterAll, beforeAll, expect, it } from 'vitest'
import { registerForm, registerPlayer } from '../../test/fixtures/samples/samplePlayers.ts'
import { startApp, type TestApp } from '../../test/fixtures/startApp.ts'
import { warnAboutOrphanedPlayers } from './warnAboutOrphanedPlayers.ts'

let app: TestApp

beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const warnings = () => app.logged.filter((line) => line.includes('deployments.orphaned_players'))

it('players of a deployment without a file cause a warning at the start', async () => {
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
