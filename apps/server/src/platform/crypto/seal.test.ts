import { expect, it } from 'vitest'
import { seal, unseal } from './seal.ts'

const [first, second, other] = [1, 2, 3].map((byte) => Buffer.alloc(32, byte)) as [
  Buffer,
  Buffer,
  Buffer,
]

it('a sealed value opens under each of the keys, and a wrong key is named with the remedy', () => {
  const sealed = seal('secret', [second])
  expect(unseal(sealed, [first, second])).toBe('secret')
  expect(() => unseal(sealed, [first, other])).toThrow(
    'SESSION_KEY, or server.key in DATA_DIR, is not the key that sealed this database: start with that one, or give it as SESSION_KEY_OTHER.',
  )
})
