import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { guessDelay, limits } from '../../platform/config/settings.ts'
import {
  confirmedPlayer,
  linkToken,
  registerForm,
  samplePassword,
} from '../../../test/fixtures/samples/samplePlayers.ts'
import { solveProof } from '../../../test/fixtures/solveProof.ts'
import { startApp, type TestApp } from '../../../test/fixtures/startApp.ts'
import { logInForm, type TestVisitor } from '../../../test/fixtures/testVisitor.ts'
import { delayAfter, playerSubject } from './guesses.ts'

let app: TestApp
let count = 0

beforeAll(async () => {
  // It looks at the hasher of one server.
  app = await startApp({ nodes: 1 })
})
afterAll(() => app.close())

const incorrect = ['ERROR_USERNAME_PASSWORD_INCORRECT@']
const waits = ['ERROR_TOO_MANY_ATTEMPTS@']
const byMail = ['ERROR_LOGIN_BY_MAIL@']
const ofUnknownVisitors = limits.wrongPasswords.max + limits.wrongPasswordsWithProof.max

/** A visitor from an address that nothing has been counted for. */
function newVisitor(): TestVisitor {
  count += 1
  return app.visitor('local', `198.18.${count >> 8}.${count & 255}`)
}

const attempt = (UsernameOrEmail: string, Password = samplePassword) => ({
  body: logInForm({ UsernameOrEmail, Password }),
})

/** One guess of a visitor as the portal makes it: waiting and working where it is asked to. */
async function guess(visitor: TestVisitor, name: string, password = 'wrong-1') {
  const { items } = await visitor.refused('logIn', attempt(name, password))
  if (!visitor.last?.body.includes('Challenge')) return items
  const { seconds, options } = await solveProof(visitor)
  app.clock.advance(seconds)
  return (await visitor.refused('logIn', attempt(name, password), options)).items
}

/** Each guess comes from another address, until unknown visitors have to go by mail. */
async function useUp(name: string): Promise<number> {
  for (let guesses = 0; guesses < 100; guesses += 1) {
    const items = await guess(newVisitor(), name)
    if (items[0] === byMail[0]) return guesses
    expect(items).toEqual(incorrect)
  }
  throw new Error('Nobody stopped it.')
}

/** Counts guesses of unknown visitors, as a test that begins after them needs it. */
async function countGuesses(name: string, guesses: number): Promise<void> {
  const { database, rateLimiter } = app.services
  const { id } = await database.kysely
    .selectFrom('players')
    .select('id')
    .where('deployment', '=', 'local')
    .where('username', '=', name)
    .executeTakeFirstOrThrow()
  for (let counted = 0; counted < guesses; counted += 1) {
    const isFree = counted < limits.wrongPasswords.max
    const limit = isFree ? 'wrongPasswords' : 'wrongPasswordsWithProof'
    await rateLimiter.consume(app.deployment('local'), limit, playerSubject(id))
  }
}

describe('the numbers of guesses and waits', () => {
  it('allow unknown visitors at most two hundred guesses in any day at an account with three names (B19)', () => {
    // A name, an address and an id, where each has its own count; two windows meet in one day.
    expect(limits.wrongPasswords.seconds).toBe(24 * 3600)
    expect(limits.wrongPasswordsWithProof.seconds).toBe(24 * 3600)
    expect(ofUnknownVisitors * 3 * 2).toBeLessThanOrEqual(200)
  })

  it('let no owner wait for more than thirty seconds, and longer each time (B18)', () => {
    const delays = Array.from({ length: 40 }, (_, guessed) => delayAfter(guessed))
    expect(delays.slice(0, 6)).toEqual([2, 4, 8, 16, 30, 30])
    expect(Math.max(...delays, guessDelay.longest)).toBe(30)
  })
})

describe('the owner of an account at which unknown visitors guess', () => {
  it('logs in at once from a known browser and from a known address, however many they were (B18)', async () => {
    await confirmedPlayer(app, registerForm({ Username: 'Ada' }))
    const home = app.visitor('local', '203.0.113.60')
    await home.logIn('Ada', samplePassword)
    expect(await useUp('Ada')).toBe(ofUnknownVisitors)
    // On the way, with an unknown address.
    const train = newVisitor()
    for (const [name, value] of home.jar) train.jar.set(name, value)
    await train.logIn('ada@site.test', samplePassword)
    // A new browser at home.
    await app.visitor('local', '203.0.113.60').logIn('Ada', samplePassword)
  })

  it('logs in from an address until thirty days after the last log-in there, not the first (B18)', async () => {
    const days = 24 * 3600
    await confirmedPlayer(app, registerForm({ Username: 'Ivy' }))
    const home = () => app.visitor('local', '203.0.113.61')
    await home().logIn('Ivy', samplePassword)
    app.clock.advance(29 * days)
    await home().logIn('Ivy', samplePassword)
    app.clock.advance(29 * days)
    await countGuesses('Ivy', ofUnknownVisitors)
    expect((await newVisitor().refused('logIn', attempt('Ivy'))).items).toEqual(byMail)
    await home().logIn('Ivy', samplePassword)
    app.clock.advance(31 * days)
    await countGuesses('Ivy', ofUnknownVisitors)
    expect((await home().refused('logIn', attempt('Ivy'))).items).toEqual(byMail)
  })

  it('keeps the address of a known browser once a day, and not at each log-in (B18)', async () => {
    const hours = 3600
    await confirmedPlayer(app, registerForm({ Username: 'Una' }))
    const home = app.visitor('local', '203.0.113.62')
    const keptUntil = async () => {
      await home.logIn('Una', samplePassword)
      const { rows } = await sql<{ until: Date }>`
        select max(resets_at) as until from attempts where kind = 'logInsFromAddress'
      `.execute(app.services.database.kysely)
      return rows[0]?.until.getTime() ?? 0
    }
    const first = await keptUntil()
    app.clock.advance(23 * hours)
    expect(await keptUntil()).toBe(first)
    app.clock.advance(2 * hours)
    expect(await keptUntil()).toBe(first + 25 * hours * 1000)
  })

  it('waits at most thirty seconds with a proof of work in an unknown browser, while the guesses of the day last (B18)', async () => {
    await confirmedPlayer(app, registerForm({ Username: 'Bea' }))
    await countGuesses('Bea', ofUnknownVisitors - 1)
    const owner = newVisitor()
    expect((await owner.refused('logIn', attempt('Bea'))).items).toEqual(waits)
    const { seconds, options } = await solveProof(owner)
    expect(seconds).toBeLessThanOrEqual(30)
    app.clock.advance(seconds)
    await owner.call('logIn', attempt('Bea'), options)
  })

  it('is led to the mailbox in an unknown browser when the guesses of the day are used up, and is in after it (B18, B21)', async () => {
    await confirmedPlayer(app, registerForm({ Username: 'Cleo' }))
    await countGuesses('Cleo', ofUnknownVisitors)
    const hashes = vi.spyOn(app.services.passwords, 'match')
    const owner = newVisitor()
    expect((await owner.refused('logIn', attempt('Cleo'))).items).toEqual(byMail)
    expect((await newVisitor().refused('logIn', attempt('cleo@site.test'))).items).toEqual(byMail)
    expect(hashes).not.toHaveBeenCalled()
    hashes.mockRestore()
    await owner.call('recoverPassword', { body: { email: 'cleo@site.test' } })
    const body = {
      Token: await linkToken(app, 'cleo@site.test'),
      Password: 'Another9Battery',
      Confirm: 'Another9Battery',
    }
    await owner.call('validatePasswordRecovery', { body })
    await owner.logIn('Cleo', body.Password)
    // The counter itself is cleared: unknown visitors have their tries again, and no more of them.
    expect(await useUp('Cleo')).toBe(ofUnknownVisitors)
  })

  it('logs in from an unknown browser without giving other unknown visitors their tries back (B19)', async () => {
    await confirmedPlayer(app, registerForm({ Username: 'Eli' }))
    for (let guesses = 0; guesses < limits.wrongPasswords.max - 1; guesses += 1) {
      expect(await guess(newVisitor(), 'Eli')).toEqual(incorrect)
    }
    await newVisitor().call('logIn', attempt('Eli'))
    expect((await newVisitor().refused('logIn', attempt('Eli', 'wrong-1'))).items).toEqual(
      incorrect,
    )
    expect((await newVisitor().refused('logIn', attempt('Eli', 'wrong-1'))).items).toEqual(waits)
  })

  it('keeps its tries from those who log in rightly in between: a right password gives unknown visitors none back (B19)', async () => {
    await confirmedPlayer(app, registerForm({ Username: 'Dora' }))
    for (let guesses = 0; guesses < limits.wrongPasswords.max; guesses += 1) {
      expect(await guess(newVisitor(), 'Dora')).toEqual(incorrect)
    }
    const owner = newVisitor()
    await owner.refused('logIn', attempt('Dora'))
    const { seconds, options } = await solveProof(owner)
    app.clock.advance(seconds)
    await owner.call('logIn', attempt('Dora'), options)
    expect((await newVisitor().refused('logIn', attempt('Dora', 'wrong-1'))).items).toEqual(waits)
    expect(await useUp('Dora')).toBe(limits.wrongPasswordsWithProof.max)
  })
})

describe('a proof of work for a guess', () => {
  it('is good once, from its time on, for two minutes, for one account and one address (B20)', async () => {
    for (const Username of ['Eva', 'Fay']) await confirmedPlayer(app, registerForm({ Username }))
    for (const name of ['Eva', 'Fay']) await countGuesses(name, limits.wrongPasswords.max)
    const hashes = vi.spyOn(app.services.passwords, 'match')
    const visitor = newVisitor()
    const asks = async () => {
      expect((await visitor.refused('logIn', attempt('Eva'))).items).toEqual(waits)
      return solveProof(visitor)
    }
    const early = await asks()
    app.clock.advance(early.seconds - 1)
    expect((await visitor.refused('logIn', attempt('Eva'), early.options)).items).toEqual(waits)
    app.clock.advance(1)
    expect((await visitor.refused('logIn', attempt('Fay'), early.options)).items).toEqual(waits)
    expect((await newVisitor().refused('logIn', attempt('Eva'), early.options)).items).toEqual(
      waits,
    )
    app.clock.advance(120)
    expect((await visitor.refused('logIn', attempt('Eva'), early.options)).items).toEqual(waits)
    for (const proofOfWork of ['made-up', Buffer.from('{}').toString('base64')]) {
      const { items } = await visitor.refused('logIn', attempt('Eva'), { proofOfWork })
      expect(items).toEqual(waits)
    }
    expect(hashes).not.toHaveBeenCalled()
    const { seconds, options } = await asks()
    app.clock.advance(seconds)
    const wrong = attempt('Eva', 'wrong-1')
    expect((await visitor.refused('logIn', wrong, options)).items).toEqual(incorrect)
    expect((await visitor.refused('logIn', wrong, options)).items).toEqual(waits)
    expect(hashes).toHaveBeenCalledTimes(1)
    hashes.mockRestore()
  })
})

describe('an address that goes on', () => {
  it('is refused until the day is over, without a challenge, while others still get one (B22)', async () => {
    await confirmedPlayer(app, registerForm({ Username: 'Gina' }))
    const attacker = newVisitor()
    const most = limits.wrongPasswords.max + limits.wrongPasswordsOfAddress.max
    for (let guesses = 0; guesses < most; guesses += 1) {
      expect(await guess(attacker, 'Gina')).toEqual(incorrect)
    }
    expect((await attacker.refused('logIn', attempt('Gina'))).items).toEqual(waits)
    expect(attacker.last?.body).not.toContain('Challenge')
    expect(Number(attacker.last?.headers['retry-after'])).toBeGreaterThan(23 * 3600)
    const other = newVisitor()
    await other.refused('logIn', attempt('Gina'))
    const { seconds, options } = await solveProof(other)
    app.clock.advance(seconds)
    await other.call('logIn', attempt('Gina'), options)
  })
})
