import type { SessionAnswers } from '@gatehouse/contract/sessionAnswers'
import { expect, test } from 'vitest'
import { createInitialSession } from './initialSession.ts'

const answers: SessionAnswers = {
  ApiUrl: 'https://account.test/api',
  Identity: 'IDENT-1',
  Token: {
    Value: 'BEARER',
    Refresh: 'REFRESH',
    Id_User: 42,
    Validated: true,
    Refreshed: false,
    ExprireAt: '2999-01-01T00:00:00Z',
  },
  User: {
    Id: 42,
    Username: 'Ada',
    Email: 'ada@site.test',
    AvatarUrl: '',
    Titles: '',
    TitleName: '',
    CreatedAt: '2021-05-04T12:00:00Z',
    SteamCheck: false,
    IsCookiePopupSeen: true,
    Blocks: [],
  },
  Connects: [],
}

/** The rest of a log-in's answer for sessions of these ids, one after the other. */
function taken(given: SessionAnswers, ...identities: readonly (string | null)[]) {
  const { note, consume } = createInitialSession(answers.ApiUrl)
  note({ Created: given.Identity, Answers: given })
  return identities.map((identity) => consume(identity)?.user.Username ?? null)
}

test('data that came with an answer is used once (Q88)', () => {
  expect(taken(answers, 'IDENT-1', 'IDENT-1')).toEqual(['Ada', null])
})

test('data of another session than the cookie is dropped (Q88)', () => {
  expect(taken(answers, 'IDENT-2', 'IDENT-1')).toEqual([null, null])
  expect(taken(answers, null, 'IDENT-1')).toEqual([null, null])
})

test.each([
  ['refreshed', { Refreshed: true }],
  ['not validated', { Validated: false }],
  ['past its expiry', { ExprireAt: '2020-01-01T00:00:00Z' }],
])('a token that came and is %s opens nothing (Q88)', (_, some) => {
  expect(taken({ ...answers, Token: { ...answers.Token, ...some } }, 'IDENT-1')).toEqual([null])
})

test('an answer like any other brings nothing', () => {
  const { note, consume } = createInitialSession(answers.ApiUrl)
  for (const answer of [null, undefined, [], 'text', { Created: 'IDENT-1' }]) note(answer)
  expect(consume('IDENT-1')).toBeNull()
})
