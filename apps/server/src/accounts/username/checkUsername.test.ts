import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { guarded } from '../../../test/fixtures/samples/guarded.ts'
import { confirmedPlayer, registerForm } from '../../../test/fixtures/samples/samplePlayers.ts'
import { startApp, type TestApp } from '../../../test/fixtures/startApp.ts'

let app: TestApp

beforeAll(async () => {
  const local = { ...guarded, enumerationProtection: 'strict' } as const
  app = await startApp({ deployments: { local } })
})
afterAll(() => app.close())

const named = (Username: string) => ({ body: { Username } })

const items = async (name: string) =>
  (await app.visitor().refused('checkUsername', named(name))).items

describe('a look at a username before the registration', () => {
  it('says that a name is free', async () => {
    const answer = await app.visitor().call('checkUsername', named('NobodyYet'))
    expect(answer).toEqual({ IsFree: true, Suggestions: [] })
  })

  it('offers two free names in place of a taken one, in any spelling, which can be registered', async () => {
    await confirmedPlayer(app, registerForm({ Username: 'MiraLight' }))
    const visitor = app.visitor()
    const { IsFree, Suggestions } = await visitor.call('checkUsername', named('miralIGHT'))
    expect(IsFree).toBe(false)
    expect(Suggestions).toEqual([
      expect.stringMatching(/^miralIGHT\d{1,3}$/),
      expect.stringMatching(/^miralIGHT\d{1,3}$/),
    ])
    for (const Username of new Set(Suggestions)) {
      await app.visitor().call('registerNewUser', { body: registerForm({ Username }) })
    }
  })

  it('offers names within the bound in place of a taken long one, and none of the staff', async () => {
    const Username = 'A'.repeat(25)
    await confirmedPlayer(app, registerForm({ Username }))
    const { Suggestions } = await app.visitor().call('checkUsername', named(Username))
    expect(Suggestions).toHaveLength(2)
    for (const name of Suggestions) expect(name).toHaveLength(25)
    const reserved = await app.visitor().call('checkUsername', named('admin'))
    expect(reserved.IsFree).toBe(false)
  })

  it('refuses a name that no player could have, by its own code', async () => {
    expect(await items('a')).toEqual(['ERROR_USERNAME_LENGTH@Username'])
    expect(await items('ada@site.test')).toEqual(['ERROR_USERNAME_EMAIL@Username'])
    expect(await items('12345')).toEqual(['ERROR_USERNAME_LETTERS@Username'])
  })

  it('says nothing of an address', async () => {
    await confirmedPlayer(app, registerForm({ Username: 'Grace', Email: 'hopper@site.test' }))
    expect(await app.visitor().call('checkUsername', named('hopper'))).toEqual({
      IsFree: true,
      Suggestions: [],
    })
  })

  it('is closed to an address after sixty in an hour', async () => {
    const visitor = app.visitor('local', '198.51.100.9')
    for (let count = 0; count < 60; count += 1) {
      await visitor.call('checkUsername', named(`Collected${count}`))
    }
    const refused = await visitor.refused('checkUsername', named('OneMore'))
    expect(refused.items).toEqual(['ERROR_TOO_MANY_ATTEMPTS@'])
    app.clock.advance(3600)
    await visitor.call('checkUsername', named('OneMore'))
  })

  it('is not offered where the specification has no such call', async () => {
    const refused = await app.visitor('prod').refused('checkUsername', named('Anybody'))
    expect(refused.items).toEqual(['ERROR_NOT_ALLOWED@'])
  })
})
