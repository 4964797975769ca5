import { expect, it } from 'vitest'
import { passwordStrength } from './passwordStrength.ts'

it('repeats and runs add nothing to the strength of a password', () => {
  expect(passwordStrength('aaaaaaaaaaaaaaaa1', [])).toBe('weak')
  expect(passwordStrength('abcdefghijkl1234', [])).toBe('weak')
  expect(passwordStrength('k4wk4wk4wk4wk4wk4w', [])).toBe('weak')
})

it('length and kinds of characters make a password stronger', () => {
  expect(passwordStrength('', [])).toBe('weak')
  expect(passwordStrength('k4wtmzr', [])).toBe('weak')
  expect(passwordStrength('k4wtmzrq9x', [])).toBe('fair')
  expect(passwordStrength('k4wtmzrq9xh2', [])).toBe('good')
  expect(passwordStrength('Correct-Horse-9-Battery', [])).toBe('strong')
})

it('words of the account add little to the strength of a password', () => {
  const words = ['PlayerOne', 'montgolfier', 'Orangery Games', 'of']
  expect(passwordStrength('Montgolfier-99', words)).toBe('weak')
  expect(passwordStrength('xPLAYERONEx7', words)).toBe('weak')
  expect(passwordStrength('k4wofmzrq9xh2', words)).toBe('good')
})
