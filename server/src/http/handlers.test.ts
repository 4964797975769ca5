import { callNames } from '@gatehouse/contract/calls'
import { describe, expect, it } from 'vitest'
import { handlers } from './handlers.ts'

describe('the handlers', () => {
  it('are there for every call, under their own names', () => {
    expect(Object.keys(handlers).toSorted()).toEqual(callNames.toSorted())
    for (const [name, handler] of Object.entries(handlers)) expect(handler.name).toBe(name)
  })
})
