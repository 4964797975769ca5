import { expect, test } from 'vitest'
import { mapFieldErrors } from './mapFieldErrors.ts'

const item = (Property: string, ErrorMessage: string) => ({ Property, ErrorMessage })
const shout = (code: string) => `${code}!`
const words = (errors: readonly { words: string }[] = []) => errors.map(({ words }) => words)

test('mapFieldErrors puts an error at its field once, in any case, or else in general (R-8.3-1)', () => {
  const { fields, general } = mapFieldErrors(
    [
      item('username', 'A'),
      item('Username', 'B'),
      item('Username', 'A'),
      item('IP', 'C'),
      item('', 'D'),
    ],
    ['Username', 'Email', ''],
    shout,
  )
  expect(words(fields['username'])).toEqual(['A!', 'B!'])
  expect(words(general)).toEqual(['C!', 'D!'])
  expect(fields['email']).toBeUndefined()
})
