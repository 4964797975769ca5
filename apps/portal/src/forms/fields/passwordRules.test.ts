import { expect, test } from 'vitest'
import { generatorRules, passwordRules } from './passwordRules.ts'

const met = (
  password: string,
  hint: 'none' | 'eight-to-sixteen-mixed-case',
  username = 'Bob',
  isEasyToGuess: boolean | null = null,
) =>
  passwordRules(password, username, hint, isEasyToGuess)
    .filter(({ isMet }) => isMet)
    .map(({ rule }) => rule)

test('a deployment without a rule shows the bounds of the server alone (R-5.2-8)', () => {
  expect(met('abcdefghij1234567890', 'none')).toEqual(['length', 'letter', 'number', 'noUsername'])
  expect(met('', 'none')).toEqual([])
})

test('each part of the mixed-case rule is met separately (R-5.2-1)', () => {
  const rule = 'eight-to-sixteen-mixed-case'
  expect(met('abc', rule)).toEqual(['lowerCase', 'noSpace', 'noUsername'])
  expect(met('ABCDEFG 1', rule)).toEqual(['length', 'upperCase', 'number', 'noUsername'])
  expect(met('Abcdefgh123456789', rule)).not.toContain('length')
})

test('the rule finds the username in any case, and ignores an empty one', () => {
  expect(met('xxBOBxx', 'none')).not.toContain('noUsername')
  expect(met('xxBOBxx', 'none', '')).toContain('noUsername')
})

test('an unknown name is no rule', () => {
  const rules = passwordRules('xxBOBxx1', null, 'none', null).map(({ rule }) => rule)
  expect(rules).toEqual(['length', 'letter', 'number'])
})

test('a password that is easy to guess misses a rule, and without its list there is no such rule', () => {
  expect(met('password1', 'none', 'Bob', true)).not.toContain('hardToGuess')
  expect(met('Castle4Kites', 'none', 'Bob', false)).toContain('hardToGuess')
  const rules = passwordRules('password1', 'Bob', 'none', null).map(({ rule }) => rule)
  expect(rules).not.toContain('hardToGuess')
})

test('a generator gets the bounds of the deployment', () => {
  expect(generatorRules('none')).toContain('minlength: 8; maxlength: 50;')
  expect(generatorRules('eight-to-sixteen-mixed-case')).toContain('maxlength: 16; required: lower;')
})
