import { expect, test } from 'vitest'
import { releasedTokens, retiredTokens } from './releasedTokens.ts'
import { tokenNames } from './tokenNames.ts'

test('a theme that was made for a release finds each of its tokens, or the one that replaces it', () => {
  const known = new Set(tokenNames)
  const lost = Object.entries(releasedTokens).flatMap(([version, tokens]) =>
    tokens
      .filter((token) => !known.has(token) && retiredTokens[token] === undefined)
      .map((token) => `${version}: ${token}`),
  )
  expect(lost).toEqual([])
  const successors = Object.values(retiredTokens).filter((token) => token !== null)
  expect(successors.filter((token) => !known.has(token))).toEqual([])
})
