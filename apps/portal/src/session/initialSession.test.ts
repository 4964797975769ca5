import { sampleSession } from '@gatehouse/contract/console/sampleSession'
import type { SessionAnswers } from '@gatehouse/contract/sessionAnswers'
import { expect, test } from 'vitest'
import { createInitialSession } from './tokens.ts'

const answers = { ...sampleSession('https://account.test/api'), Identity: 'IDENT-1' }

/** The rest of a log-in's answer for sessions of these ids, one after the other. */
function taken(given: SessionAnswers, ...identities: readonly (string | null)[]) {
  const { note, consume } = createInitialSession(answers.ApiUrl)
  note({ Created: given.Identity, Answers: given })
  return identities.map((identity) => consume(identity)?.user.Username ?? null)
}

test('data that came with an answer is used once (Q88)', () => {
  expect(taken(answers, 'IDENT-1', 'IDENT-1')).toEqual(['PlayerOne', null])
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
