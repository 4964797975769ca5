import { paths } from '@gatehouse/contract/routes'
import { expect, test } from 'vitest'
import { checkUp } from './checkUp.ts'
import type { Overview } from './overview.ts'

const bare: Overview = {
  HasPassword: true,
  PasswordSetAt: null,
  Leaked: false,
  TwoStep: false,
  Passkeys: [],
  Signal: null,
  Apps: [],
  Services: [],
  HeldUntil: null,
  DeletionAt: null,
  RecoveryAt: null,
  CodesLeft: null,
  Trusted: [],
}
const app = { Id: 1, Name: 'Phone', AddedAt: '2026-05-04T12:00:00Z', LastUsedAt: null }
const strong = { offersStrongSignIn: true }
const missing = (...given: Parameters<typeof checkUp>) =>
  checkUp(...given).flatMap(({ check, isDone }) => (isDone ? [] : [check]))

test('A player with a password alone lacks a passkey, a second step and recovery codes', () => {
  expect(missing(bare, {}, strong)).toEqual(['passkey', 'second-step', 'codes'])
})

test('An app that is asked for is a second step, and its codes are left', () => {
  const protectedByApp = { ...bare, Apps: [app], TwoStep: true, CodesLeft: 3 }
  expect(missing(protectedByApp, {}, strong)).toEqual(['passkey'])
})

test('An address that waits for its confirmation leads to another mail', () => {
  const [first] = checkUp(bare, { IsUnconfirmed: true }, strong)
  expect(first).toEqual({ check: 'address', isDone: false, to: paths.confirmEmailSend })
})

test('A deployment without second steps asks for none', () => {
  expect(missing(bare, {}, { offersStrongSignIn: false })).toEqual([])
})
