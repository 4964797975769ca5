import { expect, test } from 'vitest'
import { passwordRules } from './passwordRules.ts'

const met = (password: string, hint: 'none' | 'eight-to-sixteen-mixed-case', username = 'Bob') =>
  passwordRules(password, username, hint)
    .filter(({ isMet }) => isMet)
    .map(({ rule }) => rule)

test('a deployment without a rule shows the bounds of the server alone (R-5.2-8)', () => {
  expect(met('abcdefghij1234567890', 'none')).toEqual(['length', 'letter', 'number', 'noUsername'])
  expect(met('', 'none')).toEqual([])
})

test('each part of the mixed-case rule is met by itself (R-5.2-1)', () => {
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
  const rules = passwordRules('xxBOBxx1', null, 'none').map(({ rule }) => rule)
  expect(rules).toEqual(['length', 'letter', 'number'])
})
