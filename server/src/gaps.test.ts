import { type CallName, callNames } from '@gatehouse/contract/calls'
import { describe, expect, it } from 'vitest'
import { handlers } from './handlers.ts'

/** Rows that have no handler yet and answer 501, with the issue that brings each. */
const gaps: Partial<Record<CallName, number>> = {
  authorize: 7,
}

describe('the handlers', () => {
  it('are there for every call but those that an issue is to bring', () => {
    const missing = callNames.filter((name) => !(name in handlers))
    expect(missing.toSorted()).toEqual(Object.keys(gaps).toSorted())
  })

  it('stand under their own names', () => {
    for (const [name, handler] of Object.entries(handlers)) expect(handler.name).toBe(name)
  })
})
