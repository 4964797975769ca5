import { describe, expect, it } from 'vitest'
import { randomBytes } from './random.ts'
import { readPlayerPrefix, PlayerSecrets, addPlayerPrefix } from './playerSecret.ts'
import { hashOf, newSecret } from './secrets.ts'
import { type PlayerSecretKind, serverKeyOf } from './serverKey.ts'

const [key, other] = [randomBytes(32), randomBytes(32)]

describe('a secret that carries its player', () => {
  it('opens to the id under any of the keys, and ends with the secret', () => {
    const secret = newSecret()
    for (const id of [1, 42, 2 ** 40, Number.MAX_SAFE_INTEGER]) {
      const value = addPlayerPrefix(key, id, secret)
      expect(value).toHaveLength(24 + secret.length)
      expect(value.endsWith(secret)).toBe(true)
      expect(readPlayerPrefix([other, key], value)).toBe(id)
      expect(addPlayerPrefix(key, id, secret)).toBe(value)
    }
  })

  it('hides the player: two secrets of one player begin differently', () => {
    const [one, two] = [addPlayerPrefix(key, 7, newSecret()), addPlayerPrefix(key, 7, newSecret())]
    expect(one.slice(8, 24)).not.toBe(two.slice(8, 24))
    expect(readPlayerPrefix([other], one)).toBeNull()
  })

  it('opens to another id when it stands before another secret', () => {
    const [one, two] = [addPlayerPrefix(key, 7, newSecret()), addPlayerPrefix(key, 8, newSecret())]
    expect([7, 8]).not.toContain(readPlayerPrefix([key], one.slice(0, 24) + two.slice(24)))
  })

  it('opens to nothing for anything else', () => {
    const hex = '0123456789abcdef01234567'
    for (const value of ['', 'x', newSecret(), 'ä'.repeat(65), hex, `${hex}${newSecret()}`]) {
      expect(readPlayerPrefix([key], value)).toBeNull()
    }
  })
})

describe('the secrets of players', () => {
  const serverKey = serverKeyOf(key)
  const secrets = new PlayerSecrets(serverKey)
  const kinds = Object.keys(serverKey.players) as PlayerSecretKind[]

  it('open under the keys of their own kind alone', () => {
    for (const kind of kinds) {
      const value = secrets.valueOf(kind, 7, newSecret())
      const openers = kinds.filter((other) => secrets.playerOf(other, value) !== null)
      expect(openers).toEqual([kind])
      expect(secrets.lookup(kind, value)).toEqual({ hash: hashOf(value), playerId: 7 })
    }
  })

  it('seek no player by what is none of them', () => {
    const value = newSecret()
    expect(secrets.lookup('mail link', value)).toEqual({ hash: hashOf(value), playerId: 0 })
  })
})
