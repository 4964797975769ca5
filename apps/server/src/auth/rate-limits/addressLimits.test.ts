import { afterEach, describe, expect, it } from 'vitest'
import {
  confirmedPlayer,
  registerForm,
  samplePassword,
} from '../../../test/fixtures/samples/samplePlayers.ts'
import { startApp, type TestApp } from '../../../test/fixtures/startApp.ts'
import { logInForm, type TestVisitor } from '../../../test/fixtures/testVisitor.ts'
import { inNetworks } from '../../platform/config/inNetworks.ts'
import { readSettings } from '../../platform/config/readSettings.ts'

let app: TestApp
afterEach(() => app.close())

const school = '203.0.113.70'
const locked = { status: 400, items: ['ERROR_TOO_MANY_ATTEMPTS@'] }
const form = (UsernameOrEmail: string) => ({ body: logInForm({ UsernameOrEmail }) })

/** The end of a visitor's identifications: null where each was answered. */
async function identified(visitor: TestVisitor, name: string, count: number) {
  for (let done = 0; done < count; done += 1) {
    const answer = await visitor.call('identify', form(name)).then(
      () => null,
      () => visitor.refused('identify', form(name)),
    )
    if (answer !== null) return answer
  }
  return null
}

describe('a network behind one address', () => {
  it('has the number of the settings, and no other limit changes', async () => {
    app = await startApp({ settings: { LIMITS_BY_ADDRESS: 'identifications=4 registrations=1' } })
    await confirmedPlayer(app, registerForm({ Username: 'Ada' }))
    expect(await identified(app.visitor('local', school), 'Ada', 4)).toBeNull()
    expect(await identified(app.visitor('local', school), 'Ada', 1)).toMatchObject(locked)
    const pupil = () => app.visitor('local', '203.0.113.71')
    await pupil().call('registerNewUser', { body: registerForm({ Username: 'One' }) })
    const body = registerForm({ Username: 'Two' })
    expect(await pupil().refused('registerNewUser', { body })).toMatchObject(locked)
  })

  it('on the list is not counted by its address, while each account still is (B29)', async () => {
    const settings = {
      LIMITS_BY_ADDRESS: 'identifications=2, flood=5, recoveryRequests=1',
      UNLIMITED_NETWORKS: '203.0.113.0/24, 2001:db8:1::/48',
    }
    app = await startApp({ settings })
    await confirmedPlayer(app, registerForm({ Username: 'Ada' }))
    for (const address of [school, '2001:db8:1:2::7']) {
      expect(await identified(app.visitor('local', address), 'Ada', 6)).toBeNull()
    }
    expect(await identified(app.visitor('local', '198.51.100.9'), 'Ada', 3)).toMatchObject(locked)
    // Passwords of one account are counted, wherever they come from.
    const wrong = { body: logInForm({ UsernameOrEmail: 'Ada', Password: 'wrong-1' }) }
    const refusals: unknown[] = []
    for (let guess = 0; guess < 12; guess += 1) {
      refusals.push((await app.visitor('local', school).refused('logIn', wrong)).items)
    }
    expect(refusals.at(-1)).not.toEqual(refusals[0])
  })

  it('at its limit still lets known browsers in (B30)', async () => {
    app = await startApp({
      settings: { LIMITS_BY_ADDRESS: 'identifications=3, recoveryRequests=1' },
    })
    const { Email } = registerForm({ Username: 'Ada' })
    await confirmedPlayer(app, registerForm({ Username: 'Ada' }))
    await confirmedPlayer(app, registerForm({ Username: 'Bea' }))
    const home = app.visitor('local', school)
    await home.logIn('Ada', samplePassword)
    const unknown = app.visitor('local', school)
    expect(await identified(unknown, 'Bea', 5)).toMatchObject(locked)
    const recover = { body: { email: Email } }
    await unknown.call('recoverPassword', { body: { email: 'bea@site.test' } }).catch(() => null)
    expect(await unknown.refused('recoverPassword', recover)).toMatchObject(locked)
    expect(await identified(home, 'Ada', 3)).toBeNull()
    await home.call('recoverPassword', recover)
  })

  it('gives the owner of an account no more questions about others, however often it logs in (B31)', async () => {
    app = await startApp({ settings: { LIMITS_BY_ADDRESS: 'identifications=6, unknownPlayers=2' } })
    await confirmedPlayer(app, registerForm({ Username: 'Ada' }))
    await confirmedPlayer(app, registerForm({ Username: 'Bea' }))
    const owner = app.visitor('local', school)
    await owner.logIn('Ada', samplePassword)
    expect(await identified(owner, 'Bea', 7)).toMatchObject(locked)
    await owner.logIn('Ada', samplePassword)
    expect(await identified(owner, 'Bea', 1)).toMatchObject(locked)
    const forged = app.visitor('local', school)
    const cookie = owner.jar.get('sso_browser') ?? ''
    forged.jar.set('sso_browser', cookie.replace(/[\w-]{43}$/, 'A'.repeat(43)))
    expect(await identified(forged, 'Ada', 1)).toMatchObject(locked)
  })
})

const read = (LIMITS_BY_ADDRESS: string) => () => readSettings({ LIMITS_BY_ADDRESS })

describe('the settings of limits by address', () => {
  it('name what they do not know', async () => {
    app = await startApp()
    expect(read('identification=5')).toThrow(/identification=5 is none of identifications, /)
    expect(read('wrongPasswords=5')).toThrow('wrongPasswords=5 is none of')
    expect(read('flood=0')).toThrow('flood=0 is none of')
    expect(() => readSettings({ UNLIMITED_NETWORKS: '10.0.0.0/99' })).toThrow(
      'is not a list of IP addresses or networks',
    )
  })

  it('know an address of a network, and the network of an IPv6 customer', async () => {
    app = await startApp()
    const isListed = inNetworks(['10.0.0.0/8', '192.0.2.1', '2001:db8::/32'])
    const subjects = ['10.1.2.3', '192.0.2.1', '2001:db8:1:2::/64']
    expect(subjects.map((subject) => isListed(subject))).toEqual([true, true, true])
    const others = ['11.0.0.1', '192.0.2.2', '2001:db9:1:2::/64', 'browser 10.1.2.3', 'Ada']
    expect(others.map((subject) => isListed(subject))).toEqual(others.map(() => false))
  })
})
