import { afterAll, beforeAll, expect, it } from 'vitest'
import { banCommand } from './banCommand.ts'
import { answerTo } from './command.ts'
import { registerForm, samplePassword, signedInPlayer } from './testing/samplePlayers.ts'
import { startApp, type TestApp } from './testing/startApp.ts'
import { logInForm } from './testing/testVisitor.ts'

let app: TestApp

beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const ban = (player: string, lift = false, deployment = 'local') =>
  answerTo(banCommand, app.services, { deployment, player, lift })
const body = logInForm({ UsernameOrEmail: 'Ada', Password: samplePassword })

it('bans a player at once, and lifts the ban', async () => {
  const ada = await signedInPlayer(app, registerForm({ Username: 'Ada' }))
  expect(await ban('ADA@site.test')).toEqual({ isDone: true, message: 'Ada is banned.' })
  expect((await ada.refused('listConnects', {})).status).toBe(401)
  expect((await app.visitor().refused('logIn', { body })).items).toEqual(['ERROR_USER_BANNED@'])
  await ban('Ada', true)
  await app.visitor().logIn('Ada', samplePassword)
})

it('says why it cannot', async () => {
  expect((await ban('Nobody')).message).toBe('local has no player Nobody.')
  expect((await ban('Ada', false, 'x')).message).toContain('There is no deployment x')
})
