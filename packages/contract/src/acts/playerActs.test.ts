import { describe, expect, it } from 'vitest'
import type { ActRow } from './act.ts'
import { playerActs } from './playerActs.ts'

const now = new Date('2026-11-21T00:00:00Z')
const inDays = (days: number) => new Date(now.getTime() + days * 86_400_000).toISOString()
const ban: ActRow = playerActs['players ban']

describe('a ban by support', () => {
  it.each([
    [inDays(30), null],
    [inDays(31), 'TOO_LONG'],
    [undefined, 'TOO_LONG'],
  ])('until %s is answered %s (AT-CON2-29)', (until, code) => {
    const order = { player: 'Ada', deployment: 'prod', until }
    expect(ban.limitFor?.(order, ['support'], now)?.code ?? null).toBe(code)
    expect(ban.limitFor?.(order, ['support', 'operator'], now)).toBeNull()
  })
})
