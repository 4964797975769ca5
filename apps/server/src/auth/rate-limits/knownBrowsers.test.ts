import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  confirmedPlayer,
  registerForm,
  samplePassword,
} from '../../../test/fixtures/samples/samplePlayers.ts'
import { startApp, type TestApp } from '../../../test/fixtures/startApp.ts'
import { logInForm, type TestVisitor } from '../../../test/fixtures/testVisitor.ts'

let app: TestApp
const cookie = 'sso_browser'
const incorrect = ['ERROR_USERNAME_PASSWORD_INCORRECT@']
const locked = ['ERROR_TOO_MANY_ATTEMPTS@']

beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const attempt = (UsernameOrEmail: string, Password: string) => ({
  body: logInForm({ UsernameOrEmail, Password }),
})
const refused = async (visitor: TestVisitor, name: string, password: string) =>
  (await visitor.refused('logIn', attempt(name, password))).items

async function lockedBy(ip: string, name: string): Promise<TestVisitor> {
  const attacker = app.visitor('local', ip)
  for (let count = 0; count < 6; count += 1) await refused(attacker, name, 'wrong-1')
  expect(await refused(attacker, name, samplePassword)).toEqual(locked)
  return attacker
}

async function atHome(Username: string, ip: string): Promise<TestVisitor> {
  await confirmedPlayer(app, registerForm({ Username }))
  const home = app.visitor('local', ip)
  await home.logIn(Username, samplePassword)
  return home
}

describe('a known browser', () => {
  it('is not locked out by attackers, even from their address', async () => {
    const home = await atHome('Ada', '203.0.113.50')
    await lockedBy('198.51.100.4', 'Ada')
    const cafe = app.visitor('local', '198.51.100.4')
    cafe.jar.set(cookie, home.jar.get(cookie) ?? '')
    const { Created } = await cafe.call('logIn', attempt('Ada', samplePassword))
    expect(Created).toMatch(/^[\w-]{67}$/)
  })

  it('has a cookie that scripts and other sites cannot read', async () => {
    const home = await atHome('Bea', '203.0.113.51')
    await home.call('logIn', attempt('Bea', samplePassword))
    const cookies = [home.last?.headers['set-cookie'] ?? []].flat()
    expect(cookies).toContainEqual(
      expect.stringMatching(
        /^sso_browser=[\w.~-]+; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Strict$/,
      ),
    )
  })

  it('allows a thief of its cookie ten guesses and counts as unknown afterwards (B17)', async () => {
    const home = await atHome('Cleo', '203.0.113.52')
    await lockedBy('198.51.100.6', 'Cleo')
    const thief = app.visitor('local', '198.51.100.7')
    thief.jar.set(cookie, home.jar.get(cookie) ?? '')
    for (let count = 0; count < 10; count += 1) {
      expect(await refused(thief, 'Cleo', 'wrong-1')).toEqual(incorrect)
    }
    expect(await refused(thief, 'Cleo', samplePassword)).toEqual(locked)
    app.clock.advance(24 * 3600)
    for (let count = 0; count < 6; count += 1) {
      expect(await refused(thief, 'Cleo', 'wrong-1')).toEqual(incorrect)
    }
    expect(await refused(thief, 'Cleo', samplePassword)).toEqual(locked)
  })

  it('can be neither forged nor used for another player', async () => {
    const home = await atHome('Dora', '203.0.113.53')
    await atHome('Eva', '203.0.113.54')
    const note = home.jar.get(cookie) ?? ''
    const { kysely } = app.services.database
    const eva = await kysely
      .selectFrom('players')
      .select('id')
      .where('username', '=', 'Eva')
      .executeTakeFirstOrThrow()
    const forged = [note, note.replace(/^\d+/, String(eva.id)), `${eva.id}.1.x.y`, 'x'.repeat(2000)]
    const attacker = await lockedBy('198.51.100.8', 'Eva')
    for (const made of forged) {
      attacker.jar.set(cookie, made)
      expect(await refused(attacker, 'Eva', samplePassword)).toEqual(locked)
    }
  })

  it('can be that of several players', async () => {
    const home = await atHome('Fay', '203.0.113.55')
    await confirmedPlayer(app, registerForm({ Username: 'Gina' }))
    await home.logIn('Gina', samplePassword)
    await lockedBy('198.51.100.9', 'Fay')
    await home.call('logIn', attempt('Fay', samplePassword))
    expect(home.jar.get(cookie)?.split('~')).toHaveLength(2)
  })

  it('is forgotten after half a year', async () => {
    const home = await atHome('Hanna', '203.0.113.56')
    app.clock.advance(180 * 24 * 3600)
    await lockedBy('198.51.100.10', 'Hanna')
    expect(await refused(home, 'Hanna', samplePassword)).toEqual(locked)
  })
})
