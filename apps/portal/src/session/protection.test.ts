import { expect, test } from 'vitest'
import { protectionOf } from './protection.ts'

const moment = '2026-05-04T12:00:00Z'
const passkey = { Id: 1, Name: 'Laptop', AddedAt: moment, LastUsedAt: null, IsSynced: true }
const app = { Id: 1, Name: 'Phone', AddedAt: moment, LastUsedAt: null }
const nothing = { HasPassword: false, Passkeys: [], Apps: [], TwoStep: false, CodesLeft: null }

test.each([
  ['a password alone is the first of three steps', { HasPassword: true }, 1, 'second-factor'],
  ['an account that a partner opens has all steps before it', {}, 0, 'way-in'],
  [
    'a factor that is not asked after the password leaves its step open',
    { HasPassword: true, Apps: [app], CodesLeft: 10 },
    2,
    'second-factor',
  ],
  [
    'codes come last, and none are left when all are used',
    { HasPassword: true, Apps: [app], TwoStep: true, CodesLeft: 0 },
    2,
    'recovery',
  ],
  [
    'a passkey without a password is both way in and factor',
    { Passkeys: [passkey] },
    2,
    'recovery',
  ],
  [
    'nothing is left with password, factor and codes',
    { HasPassword: true, Passkeys: [passkey], TwoStep: true, CodesLeft: 1 },
    3,
    null,
  ],
] as const)('%s', (_, differences, done, next) => {
  const {
    Passkeys = [],
    Apps = [],
    ...rest
  } = { Passkeys: [], Apps: [], ...differences } as {
    Passkeys?: readonly (typeof passkey)[]
    Apps?: readonly (typeof app)[]
  }
  const found = protectionOf({ ...nothing, ...rest, Passkeys: [...Passkeys], Apps: [...Apps] })
  expect([found.done.length, found.next]).toEqual([done, next])
})
