import { describe, expect, it } from 'vitest'
import { createPasswords, Overloaded } from './passwords.ts'

const cheap = { ARGON2_MEMORY_KIB: 8, ARGON2_PASSES: 1, HASHES_AT_ONCE: 2, HASHES_WAITING: 3 }

describe('passwords', () => {
  it('are kept as argon2id, each with its own salt', async () => {
    const passwords = createPasswords(cheap)
    const [one, two] = [await passwords.hash('secret-1'), await passwords.hash('secret-1')]
    expect(one).toMatch(/^\$argon2id\$v=19\$m=8,t=1,p=1\$/)
    expect(one).not.toBe(two)
    expect(await passwords.verify(one, 'secret-1')).toBe(true)
    expect(await passwords.verify(one, 'secret-2')).toBe(false)
  })

  it('nobody’s password is never right', async () => {
    const passwords = createPasswords(cheap)
    expect(await passwords.verify(null, 'nobody has this password')).toBe(false)
  })

  it('know a hash of other parameters', async () => {
    const hash = await createPasswords(cheap).hash('secret-1')
    expect(createPasswords(cheap).isOutdated(hash)).toBe(false)
    expect(createPasswords({ ...cheap, ARGON2_PASSES: 2 }).isOutdated(hash)).toBe(true)
    expect(createPasswords({ ...cheap, ARGON2_MEMORY_KIB: 16 }).isOutdated(hash)).toBe(true)
  })

  it('B14 refuse what would wait behind too many, and go on afterwards', async () => {
    const passwords = createPasswords(cheap)
    const hashes = Array.from({ length: 8 }, () => passwords.hash('secret-1'))
    expect(passwords.waiting()).toBe(3)
    expect(() => passwords.refuseWhenFull()).toThrow(Overloaded)
    const results = await Promise.allSettled(hashes)
    const refused = results.filter((result) => result.status === 'rejected')
    expect(refused).toHaveLength(3)
    for (const { reason } of refused) expect(reason).toBeInstanceOf(Overloaded)
    expect(passwords.waiting()).toBe(0)
    passwords.refuseWhenFull()
    expect(await passwords.verify(await passwords.hash('a'), 'a')).toBe(true)
  })
})
