import { afterAll, beforeAll, expect, it } from 'vitest'
import { statementsOf } from '../fixtures/crashes/statementsOf.ts'
import { enrolledPlayer, firstStep, logInTwice, strong } from '../fixtures/enrolled.ts'
import { registerForm, samplePassword, signedInPlayer } from '../fixtures/samples/samplePlayers.ts'
import { type DeploymentName, startApp, type TestApp } from '../fixtures/startApp.ts'
import { logInForm, type TestVisitor } from '../fixtures/testVisitor.ts'

/* Strong sign-in costs players who do not use it no round trip to the database. */

let app: TestApp
let count = 0

beforeAll(async () => {
  app = await startApp({
    withoutTrouble: true,
    nodes: 1,
    deployments: { local: strong, sandbox: { StrongSignIn: '', EnableSecuritySection: false } },
  })
})
afterAll(() => app.close())

/** The statements of a log-in by password, each by its beginning. */
async function statementsOfLogIn(visitor: TestVisitor, name: string): Promise<string[]> {
  const body = logInForm({ UsernameOrEmail: name, Password: samplePassword })
  const statements = await statementsOf(() =>
    visitor.call('logIn', { body }).catch(() => undefined),
  )
  return statements.map((each) => each.replaceAll(/\s+/g, ' ').slice(0, 40))
}

/** A player without a second factor, at the second log-in from one browser. */
async function usualLogIn(deployment: DeploymentName): Promise<string[]> {
  count += 1
  const name = `Player${String.fromCodePoint(64 + count)}`
  const visitor = await signedInPlayer(app, registerForm({ Username: name }), deployment)
  return statementsOfLogIn(visitor, name)
}

it('a log-in without a second step takes the same statements with strong sign-in and without', async () => {
  const without = await usualLogIn('sandbox')
  expect(without.length).toBeGreaterThan(3)
  expect(await usualLogIn('local')).toEqual(without)
})

it('a trusted browser costs one statement more, and a second step that is asked none but its own', async () => {
  const { length: without } = await usualLogIn('sandbox')
  const player = await enrolledPlayer(app, 'Bea')
  const trusted = app.visitor()
  await logInTwice(app, trusted, player, true)
  expect(await statementsOfLogIn(trusted, 'Bea')).toHaveLength(without + 1)
  const asked = await statementsOfLogIn(app.visitor(), 'Bea')
  expect(asked.length).toBeLessThanOrEqual(without + 1)
  expect((await firstStep(app.visitor(), 'Bea')).Ways).toContain('totp')
})
