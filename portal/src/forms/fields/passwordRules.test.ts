import { expect, test } from 'vitest'
import { passwordRules } from './passwordRules.ts'

const met = (password: string, hint: 'none' | 'eight-to-sixteen-mixed-case', username = 'Bob') =>
  passwordRules(password, username, hint)
    .filter(({ isMet }) => isMet)
    .map(({ rule }) => rule)

test('R-5.2-8 nothing but the bounds of the server without a rule of the deployment', () => {
  expect(met('abcdefghij1234567890', 'none')).toEqual(['length', 'letter', 'number', 'noUsername'])
  expect(met('', 'none')).toEqual([])
})

test('R-5.2-1 each part of the mixed-case rule is met by itself', () => {
  const rule = 'eight-to-sixteen-mixed-case'
  expect(met('abc', rule)).toEqual(['lowerCase', 'noSpace', 'noUsername'])
  expect(met('ABCDEFG 1', rule)).toEqual(['length', 'upperCase', 'number', 'noUsername'])
  expect(met('Abcdefgh123456789', rule)).not.toContain('length')
})

test('the name is found in any case, and not before there is one', () => {
  expect(met('xxBOBxx', 'none')).not.toContain('noUsername')
  expect(met('xxBOBxx', 'none', '')).toContain('noUsername')
})

test('a name that nobody knows is no rule', () => {
  const rules = passwordRules('xxBOBxx1', null, 'none').map(({ rule }) => rule)
  expect(rules).toEqual(['length', 'letter', 'number'])
})
