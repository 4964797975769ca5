import { expect, test } from 'vitest'
import { passwordStrength } from './passwordStrength.ts'

test('a password that is easy to guess is weak, however long it is', () => {
  expect(passwordStrength('password1', true)).toBe('weak')
  expect(passwordStrength('Correct-Horse-9-Battery', true)).toBe('weak')
})

test('repeats and runs add nothing', () => {
  expect(passwordStrength('aaaaaaaaaaaaaaaa1', false)).toBe('weak')
  expect(passwordStrength('abcdefghijkl1234', false)).toBe('weak')
})

test('more characters and more kinds of them make it stronger', () => {
  expect(passwordStrength('k4wtmzr', false)).toBe('weak')
  expect(passwordStrength('k4wtmzrq9x', false)).toBe('fair')
  expect(passwordStrength('Correct-Horse-9-Battery', false)).toBe('strong')
})
