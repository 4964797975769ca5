import { expect, test } from 'vitest'
import { mapFieldErrors } from './mapFieldErrors.ts'

const item = (Property: string, ErrorMessage: string) => ({ Property, ErrorMessage })
const shout = (code: string) => `${code}!`
const words = (errors: readonly { words: string }[] = []) => errors.map(({ words }) => words)

test('R-8.3-1 an error stands at its field in any case, once, or else in general', () => {
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
