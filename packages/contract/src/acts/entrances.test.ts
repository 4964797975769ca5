import { describe, expect, it } from 'vitest'
import { hasAct } from './entrances.ts'
import { everyAct } from './everyAct.ts'

const decisions = ['approvals approve', 'approvals refuse', 'approvals withdraw'] as const

describe.each(['service', 'assistant'] as const)('a %s', (entrance) => {
  it('looks at what waits for a second person, and decides nothing of it', () => {
    expect(hasAct(entrance, everyAct['approvals list'])).toBe(true)
    expect(decisions.filter((name) => hasAct(entrance, everyAct[name]))).toEqual([])
  })
})

it('a person at the console decides what waits for a second person', () => {
  expect(decisions.filter((name) => hasAct('console', everyAct[name]))).toEqual([...decisions])
})
