import { describe, expect, it } from 'vitest'
import { randomBytes } from './random.ts'
import { playerOf, withPlayer } from './playerSecret.ts'
import { newSecret } from './secrets.ts'

const [key, other] = [randomBytes(32), randomBytes(32)]

describe('a secret that carries its player', () => {
  it('opens to the id under any of the keys, and ends with the secret', () => {
    const secret = newSecret()
    for (const id of [1, 42, 2 ** 40, Number.MAX_SAFE_INTEGER]) {
      const value = withPlayer(key, id, secret)
      expect(value).toHaveLength(22 + secret.length)
      expect(value.endsWith(secret)).toBe(true)
      expect(playerOf([other, key], value)).toBe(id)
      expect(withPlayer(key, id, secret)).toBe(value)
    }
  })

  it('hides the player: two secrets of one player begin differently', () => {
    const [one, two] = [withPlayer(key, 7, newSecret()), withPlayer(key, 7, newSecret())]
    expect(one.slice(0, 22)).not.toBe(two.slice(0, 22))
    expect(playerOf([other], one)).toBeNull()
  })

  it('opens to nothing when a byte is altered, or the id stands before another secret', () => {
    const [one, two] = [withPlayer(key, 7, newSecret()), withPlayer(key, 8, newSecret())]
    expect(playerOf([key], one.slice(0, 22) + two.slice(22))).toBeNull()
    for (let at = 0; at < one.length; at += 1) {
      const letter = one[at] === 'A' ? 'Q' : 'A'
      expect(playerOf([key], one.slice(0, at) + letter + one.slice(at + 1))).toBeNull()
    }
  })

  it('opens to nothing for secrets of before and for anything else', () => {
    for (const value of ['', 'x', newSecret(), 'ä'.repeat(65), `${newSecret()}${newSecret()}`]) {
      expect(playerOf([key], value)).toBeNull()
    }
  })
})
