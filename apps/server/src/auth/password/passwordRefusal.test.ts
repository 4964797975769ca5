import { commonPasswords, isOftenChosen } from '@gatehouse/contract/commonPasswords'
import { passwordError } from '@gatehouse/contract/fields'
import { dictionary } from '@zxcvbn-ts/language-common'
import { expect, it } from 'vitest'
import { isCommonPassword } from './passwordRefusal.ts'

it('knows every common password that the form knows, and no other one that keeps the rules', () => {
  const keepingRules = dictionary['passwords-common']
    .map((password) => password.toLowerCase())
    .filter((password) => passwordError(password, '') === null)
  expect(commonPasswords.split(' ')).toEqual([...new Set(keepingRules)].toSorted())
})

it('refuses what the form calls easy to guess, in any case', () => {
  for (const password of ['password1', 'PassWord1']) {
    expect(isOftenChosen(password)).toBe(true)
    expect(isCommonPassword(password, [])).toBe(true)
  }
  expect(isOftenChosen('Castle4Kites')).toBe(false)
  expect(isCommonPassword('Castle4Kites', [])).toBe(false)
})
