import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  confirmedPlayer,
  registerForm,
  samplePassword,
} from '../../../test/fixtures/samples/samplePlayers.ts'
import { solveProof } from '../../../test/fixtures/solveProof.ts'
import { startApp, type TestApp } from '../../../test/fixtures/startApp.ts'
import { logInForm } from '../../../test/fixtures/testVisitor.ts'
import { OverloadedError } from '../../platform/apiError.ts'

let app: TestApp
let name: string
let count = 0

beforeAll(async () => {
  app = await startApp()
})
beforeEach(async () => {
  // A new player, and no counter left over from another test.
  count += 1
  app.clock.advance(3600)
  name = `Ada${count}`
  await confirmedPlayer(app, registerForm({ Username: name }))
})
afterAll(() => app.close())

const guess = (Password: string, UsernameOrEmail = name) => ({
  body: logInForm({ UsernameOrEmail, Password }),
})
const locked = { status: 400, items: ['ERROR_TOO_MANY_ATTEMPTS@'] }
const incorrect = { status: 400, items: ['ERROR_USERNAME_PASSWORD_INCORRECT@'] }

describe('the verification of a password', () => {
  it('accepts the right password after five wrong ones (AT-GEN-10)', async () => {
    const visitor = app.visitor()
    for (let tries = 0; tries < 5; tries += 1) {
      expect(await visitor.refused('logIn', guess('wrong-1'))).toEqual(incorrect)
    }
    await visitor.call('logIn', guess(samplePassword))
  })

  it('looks at no other one of an unknown visitor after six wrong ones, not even at the right one, before a proof of work (B01)', async () => {
    const visitor = app.visitor()
    for (let tries = 0; tries < 6; tries += 1) {
      expect(await visitor.refused('logIn', guess('wrong-1'))).toEqual(incorrect)
    }
    const hashes = vi.spyOn(app.services.passwords, 'match')
    expect(await visitor.refused('logIn', guess('wrong-1'))).toEqual(locked)
    expect(await visitor.refused('logIn', guess(samplePassword))).toEqual(locked)
    expect(visitor.last?.headers['retry-after']).toBe('2')
    app.clock.advance(2)
    expect(await visitor.refused('logIn', guess(samplePassword))).toEqual(locked)
    expect(hashes).not.toHaveBeenCalled()
    hashes.mockRestore()
    const { seconds, options } = await solveProof(visitor)
    app.clock.advance(seconds)
    await visitor.call('logIn', guess(samplePassword), options)
  })

  it('counts log-ins by name, by address and by id together (B04)', async () => {
    const visitor = app.visitor()
    const { Id_User: userId } = await visitor.logIn(name, samplePassword)
    const attacker = app.visitor('local', '198.51.100.2')
    const byId = { path: { userId }, body: { Password: 'wrong-1' } }
    for (let tries = 0; tries < 2; tries += 1) {
      expect(await attacker.refused('logIn', guess('wrong-1'))).toEqual(incorrect)
      expect(await attacker.refused('logIn', guess('wrong-1', `${name}@site.test`))).toEqual(
        incorrect,
      )
      expect(await attacker.refused('logInUser', byId)).toEqual(incorrect)
    }
    expect(await attacker.refused('logIn', guess('wrong-1'))).toEqual(locked)
    expect(await attacker.refused('logInUser', byId)).toEqual(locked)
  })

  it('counts no attempt while the server is overloaded', async () => {
    // Every server has its own queue.
    const busy = await startApp({ beside: app, nodes: 1 })
    const queue = vi
      .spyOn(busy.services.passwords, 'match')
      .mockRejectedValue(new OverloadedError())
    const visitor = busy.visitor()
    for (let tries = 0; tries < 25; tries += 1) {
      expect((await visitor.refused('logIn', guess(samplePassword))).status).toBe(503)
      expect(Number(visitor.last?.headers['retry-after'])).toBeGreaterThan(0)
    }
    queue.mockRestore()
    await visitor.call('logIn', guess(samplePassword))
    await busy.close()
  })

  it('hashes at most six of fifty guesses at once, one of them right (B02)', async () => {
    // Hashes are counted on one server.
    const one = await startApp({ beside: app, nodes: 1 })
    const hashes = vi.spyOn(one.services.passwords, 'match')
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        one.visitor().send({
          method: 'POST',
          url: '/api/log/log-in',
          payload: guess(index === 40 ? samplePassword : 'wrong-1').body,
        }),
      ),
    )
    expect(hashes.mock.calls.length).toBeGreaterThan(0)
    expect(hashes.mock.calls.length).toBeLessThanOrEqual(6)
    hashes.mockRestore()
    const lockedOut = answers.filter(({ body }) => body.includes('ERROR_TOO_MANY_ATTEMPTS'))
    expect(lockedOut.length).toBeGreaterThanOrEqual(44)
    await one.close()
  })

  it('stops an address that tries one password on many names (B07)', async () => {
    const visitor = app.visitor()
    for (let tries = 0; tries < 20; tries += 1) {
      await visitor.refused('logIn', guess(samplePassword, `Name${tries}`))
    }
    expect(await visitor.refused('logIn', guess(samplePassword))).toEqual(locked)
    await app.visitor('local', '198.51.100.3').call('logIn', guess(samplePassword))
  })

  it('counts two hundred addresses of one IPv6 network as one, behind a proxy (B06)', async () => {
    const proxy = '10.0.0.1'
    const proxied = await startApp({ beside: app, settings: { TRUSTED_PROXIES: proxy } })
    const from = async (address: string, password: string, username: string) => {
      const response = await proxied.visitor('local', proxy).send({
        method: 'POST',
        url: '/api/log/log-in',
        payload: guess(password, username).body,
        headers: { 'x-forwarded-for': address },
      })
      return response.body
    }
    for (let tries = 0; tries < 200; tries += 1) {
      // Slower than a flood, which is refused by another limit.
      app.clock.advance(1)
      const body = await from(`2001:db8:0:7::${tries.toString(16)}`, 'wrong-1', `Name${tries}`)
      expect(body).toContain(tries < 20 ? 'ERROR_USER_UNKNOWN' : 'ERROR_TOO_MANY_ATTEMPTS')
    }
    const neighbour = await from('2001:db8:0:7:ffff::1', samplePassword, name)
    expect(neighbour).toContain('ERROR_TOO_MANY_ATTEMPTS')
    expect(await from('2001:db8:0:8::1', samplePassword, name)).toContain('Created')
    await proxied.close()
  })

  it('does not let attackers lock a player out of a known browser (B17)', async () => {
    const home = app.visitor('local', '203.0.113.50')
    await home.logIn(name, samplePassword)
    const attacker = app.visitor('local', '198.51.100.4')
    for (let tries = 0; tries < 11; tries += 1) await attacker.refused('logIn', guess('wrong-1'))
    expect(await attacker.refused('logIn', guess(samplePassword))).toEqual(locked)
    await home.logIn(name, samplePassword)
  })

  it('writes one security line a failure and no secret into any line', async () => {
    const visitor = app.visitor()
    const earlier = app.logged.length
    await visitor.refused('logIn', guess('wrong-Password-1'))
    await visitor.logIn(name, samplePassword)
    const lines = app.logged.slice(earlier).join('')
    expect(lines.match(/"event":"login.failed"/g)).toHaveLength(1)
    for (const secret of ['wrong-Password-1', samplePassword, visitor.bearer, visitor.identity]) {
      expect(lines).not.toContain(secret)
    }
    for (const secret of visitor.jar.values()) expect(lines).not.toContain(secret)
  })
})
