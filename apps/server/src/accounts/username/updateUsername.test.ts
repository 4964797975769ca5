import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  registerForm,
  samplePassword,
  signedInPlayer,
} from '../../../test/fixtures/samples/samplePlayers.ts'
import { partnerPlayer } from '../../../test/fixtures/partners/partnerPlayer.ts'
import { startApp, type TestApp } from '../../../test/fixtures/startApp.ts'
import type { TestVisitor } from '../../../test/fixtures/testVisitor.ts'

let app: TestApp

beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const player = (Username: string) => signedInPlayer(app, registerForm({ Username }))
async function name(visitor: TestVisitor, Username: string) {
  return { path: { userId: (await visitor.readToken()).Id_User }, body: { Username } }
}
const rename = async (visitor: TestVisitor, to: string) =>
  visitor.call('updateUsername', await name(visitor, to))
const refused = async (visitor: TestVisitor, to: string) =>
  (await visitor.refused('updateUsername', await name(visitor, to))).items

describe('a change of username', () => {
  it('is refused when the name breaks the rules, is reserved or is taken (AT-UPD-09, R-8.4-9)', async () => {
    const visitor = await player('Ada')
    await player('Bea')
    const code = async (given: string) => refused(visitor, given)
    expect(await code('')).toEqual(['ERROR_USERNAME_LENGTH@Username'])
    expect(await code('a')).toEqual(['ERROR_USERNAME_LENGTH@Username'])
    expect(await code('bad name')).toEqual(['ERROR_USERNAME_PATTERN@Username'])
    expect(await code('999')).toEqual(['ERROR_USERNAME_LETTERS@Username'])
    expect(await code('a@b.test')).toEqual(['ERROR_USERNAME_EMAIL@Username'])
    expect(await code('BEA')).toEqual(['ERROR_USERNAME_EXIST@Username'])
    expect(await code('Admin')).toEqual(['ERROR_USERNAME_EXIST@Username'])
  })

  it('takes effect at once in profile and log-in, and a mail names the old one (AT-UPD-09)', async () => {
    const visitor = await player('Cleo')
    await rename(visitor, 'Cleopatra')
    const { Id_User: userId } = await visitor.readToken()
    const profile = await visitor.call('readProfile', { path: { userId }, query: {} })
    expect(profile.Username).toBe('Cleopatra')
    await app.visitor().logIn('cleopatra', samplePassword)
    const mail = (await app.mails('cleo@site.test')).at(-1)
    expect(mail?.subject).toMatch(/username was changed$/)
    expect(mail?.text).toContain('It was Cleo, and nobody else gets that name for 30 days.')
  })

  it('accepts the own name in another spelling', async () => {
    const visitor = await player('Dora')
    await rename(visitor, 'DORA')
    await rename(visitor, 'DORA')
    const { Id_User: userId } = await app.visitor().logIn('dora', samplePassword)
    const profile = await visitor.call('readProfile', { path: { userId }, query: {} })
    expect(profile.Username).toBe('DORA')
  })

  it('reserves the old name for 30 days for its player (E09, M-9)', async () => {
    const visitor = await player('Eva')
    const other = await player('Fay')
    await rename(visitor, 'Evelyn')
    expect(await refused(other, 'eva')).toEqual(['ERROR_USERNAME_EXIST@Username'])
    const newcomer = { body: registerForm({ Username: 'Eva', Email: 'other@site.test' }) }
    expect((await app.visitor().refused('registerNewUser', newcomer)).items).toEqual([
      'ERROR_USERNAME_EXIST@Username',
    ])
    await rename(visitor, 'Eva')
    await rename(visitor, 'Evelyn')
    app.clock.advance(30 * 24 * 3600)
    await app.visitor().call('registerNewUser', newcomer)
  })

  it('gives a free name to one of two players at once', async () => {
    const [one, two] = [await player('Gina'), await player('Hanna')]
    const results = await Promise.allSettled([rename(one, 'Wanted'), rename(two, 'wanted')])
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })

  it('is refused after five changes a day', async () => {
    const visitor = await player('Ina')
    for (let count = 0; count < 5; count += 1) await rename(visitor, `Ina${count}`)
    expect(await refused(visitor, 'Ina9')).toEqual(['ERROR_TOO_MANY_ATTEMPTS@'])
  })

  it('is refused in partner environments and for another player’s id (E10, E15)', async () => {
    const partner = await partnerPlayer(app, 'relic', 'Petra')
    expect(await refused(partner, 'Petronella')).toEqual(['ERROR_NOT_ALLOWED@'])
    const visitor = await player('Jana')
    const foreign = await name(await player('Kira'), 'Stolen')
    expect((await visitor.refused('updateUsername', foreign)).items).toEqual(['ERROR_NOT_ALLOWED@'])
  })
})
