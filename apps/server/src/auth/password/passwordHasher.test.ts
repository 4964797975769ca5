import { hash as argon2 } from '@node-rs/argon2'
import { describe, expect, it } from 'vitest'
import { createPasswordHasher } from './passwordHasher.ts'
import { FakeClock } from '../../../test/fixtures/fakeClock.ts'
import { OverloadedError } from '../../platform/apiError.ts'

const cheap = { ARGON2_MEMORY_KIB: 8, ARGON2_PASSES: 1, HASHES_AT_ONCE: 2, HASHES_WAITING: 3 }
const clock = new FakeClock()

describe('the password hasher', () => {
  it('hashes with argon2id, each time with a new salt', async () => {
    const passwords = createPasswordHasher(cheap, clock)
    const [one, two] = [await passwords.hash('secret-1'), await passwords.hash('secret-1')]
    expect(one).toMatch(/^\$argon2id\$v=19\$m=8,t=1,p=1\$/)
    expect(one).not.toBe(two)
    expect(await passwords.match(one, 'secret-1')).toBe('current')
    expect(await passwords.match(one, 'secret-2')).toBe('none')
  })

  it('accepts no password for a missing player', async () => {
    const passwords = createPasswordHasher(cheap, clock)
    expect(await passwords.match(null, 'the password of no player')).toBe('none')
  })

  it('recognizes a hash with other parameters', async () => {
    const hash = await createPasswordHasher(cheap, clock).hash('secret-1')
    const matchOf = (costs: object) =>
      createPasswordHasher({ ...cheap, ...costs }, clock).match(hash, 'secret-1')
    expect(await matchOf({})).toBe('current')
    expect(await matchOf({ ARGON2_PASSES: 2 })).toBe('outdated')
    expect(await matchOf({ ARGON2_MEMORY_KIB: 16 })).toBe('outdated')
  })

  it('accepts its own hashes, however many passes the operator asks for now or asked for before', async () => {
    const passwords = createPasswordHasher({ ...cheap, ARGON2_PASSES: 21 }, clock)
    const hash = await passwords.hash('secret-1')
    expect(await passwords.match(hash, 'secret-1')).toBe('current')
    expect(await passwords.match(hash, 'secret-2')).toBe('none')
    expect(await createPasswordHasher(cheap, clock).match(hash, 'secret-1')).toBe('outdated')
  })

  it('accepts a password however its letters are encoded, and renews a hash of another encoding (B26)', async () => {
    const passwords = createPasswordHasher(cheap, clock)
    const [composed, apart, wide] = ['Schl\u00FCssel7', 'Schlu\u0308ssel7', 'Schl\u00FCssel\uFF17']
    const hash = await passwords.hash(apart)
    for (const typed of [composed, apart, wide]) {
      expect(await passwords.match(hash, typed)).toBe('current')
    }
    const older = await argon2(apart, { memoryCost: 8, timeCost: 1, parallelism: 1 })
    expect(await passwords.match(older, apart)).toBe('outdated')
    expect(await passwords.match(older, composed)).toBe('none')
    expect(await passwords.match(older, 'Schlussel7')).toBe('none')
    expect(await passwords.match(null, apart)).toBe('none')
  })

  it.each([
    '$scrypt$ln=4,r=8,p=1$c2FsdHNhbHQ$',
    '$scrypt$ln=4,r=8,p=1$c2FsdHNhbHQ$A',
    'pbkdf2_sha256$1000$$c2FsdHNhbHRzYWx0c2FsdHNhbHQ',
    '$argon2id$v=19$m=8,t=1,p=1$c2FsdHNhbHQ$c2FsdA',
    'no hash',
  ])('opens nothing by the stored hash %s, and does not fail (B28)', async (hash) => {
    const passwords = createPasswordHasher(cheap, clock)
    for (const password of ['', 'secret-1']) {
      expect(await passwords.match(hash, password)).toBe('none')
    }
  })

  it('refuses calls beyond its queue and recovers afterwards (B14)', async () => {
    const passwords = createPasswordHasher(cheap, clock)
    const hashes = Array.from({ length: 8 }, () => passwords.hash('secret-1'))
    expect(passwords.waiting()).toBe(3)
    const results = await Promise.allSettled(hashes)
    const refused = results.filter((result) => result.status === 'rejected')
    expect(refused).toHaveLength(3)
    for (const { reason } of refused) expect(reason).toBeInstanceOf(OverloadedError)
    expect(passwords.waiting()).toBe(0)
    expect(await passwords.match(await passwords.hash('a'), 'a')).toBe('current')
  })

  it('admits no more calls than its queue has room for, before any query (B14)', async () => {
    const passwords = createPasswordHasher(cheap, clock)
    const hash = () => passwords.hash('secret-1')
    const inside = Array.from({ length: 5 }, () => passwords.admit(hash))
    let asked = 0
    const work = async () => {
      asked += 1
      throw new Error('broken')
    }
    await expect(passwords.admit(work)).rejects.toBeInstanceOf(OverloadedError)
    expect(asked).toBe(0)
    await Promise.all(inside)
    for (let call = 0; call < 6; call += 1) {
      await expect(passwords.admit(work)).rejects.toThrow('broken')
    }
    expect(await passwords.admit(hash)).toContain('$argon2id$')
  })

  it('refuses a call that has waited too long for an answer in two seconds, and runs the next (B14)', async () => {
    const passwords = createPasswordHasher(cheap, clock)
    const running = [passwords.hash('secret-1'), passwords.hash('secret-1')]
    const early = [0, 1].map(() =>
      expect(passwords.hash('secret-1')).rejects.toBeInstanceOf(OverloadedError),
    )
    clock.advance(1.6)
    const late = passwords.hash('secret-1')
    await Promise.all([...running, ...early])
    expect(await passwords.match(await late, 'secret-1')).toBe('current')
    expect(passwords.waiting()).toBe(0)
  })
})
