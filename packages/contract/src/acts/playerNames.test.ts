import { describe, expect, it } from 'vitest'
import type { ActRow } from './act.ts'
import { seenBy } from './answers.ts'
import { actNames, everyAct } from './everyAct.ts'
import { classOfName, misnamed, namesPlayers, waysFor } from './playerNames.ts'
import { playerActs } from './playerActs.ts'

const given = (player: string) => ({ player, badge: 'beta', title: 'Beta', deployment: 'prod' })

const rows = actNames.map((name) => [name, everyAct[name] as ActRow] as const)

describe('the name of a player in an order', () => {
  it('is an id, an address, or else a username', () => {
    expect(['id=12', 'id=', 'a@b', 'id=1@b', 'Ada'].map((each) => classOfName(each))).toEqual([
      'player',
      'shown',
      'address',
      'address',
      'shown',
    ])
  })

  it('is of a way that the role sees of players', () => {
    expect(waysFor(['support'])).toBe('username, address, or id=…')
    expect(waysFor(['brand'])).toBe('username')
    expect(waysFor(['auditor'])).toBe('username or id=…')
    expect(waysFor(['brand', 'support'])).toBe(waysFor(null))
    const { order } = playerActs['badges give']
    expect(misnamed(order, given('Ada'), ['brand'])).toBeNull()
    for (const name of ['id=12', 'ada@site.test']) {
      expect(misnamed(order, given(name), ['support'])).toBeNull()
      expect(misnamed(order, given(name), ['brand'])).toEqual({
        path: 'player',
        message: 'names a player otherwise than by username',
      })
    }
  })

  it('is looked at in each line of a list', () => {
    const { order } = playerActs['players freeze-many']
    const players = 'Ada\r\n\r\n id=12 \r\n'
    expect(misnamed(order, { players, deployment: 'prod' }, ['brand'])?.path).toBe('players')
    expect(misnamed(order, { players, deployment: 'prod' }, ['operator'])).toBeNull()
  })

  it.each(rows.filter(([, { roles }]) => roles.length > 0))(
    '%s marks each field that takes one',
    (_, { order: { shape } }) => {
      const taking = Object.entries(shape).filter(([name, schema]) => {
        const { description = '' } =
          (schema as { meta?: () => { description?: string } }).meta?.() ?? {}
        return ['player', 'players', 'blocked'].includes(name) || /\baddress\b/.test(description)
      })
      // Searches, and words about networks, hosts and staff, name no player.
      const others = new Set(['text', 'network', 'person'])
      const wrong = taking.filter(([name, schema]) => !namesPlayers(schema) && !others.has(name))
      expect(wrong.map(([name]) => name)).toEqual([])
    },
  )

  it.each(rows.filter(([, { order }]) => 'text' in order.shape && 'group' in order.shape))(
    '%s, which finds players by all that is known of them, is for roles that see all that',
    (_, { roles }) => {
      const blind = roles.filter((role) =>
        (['address', 'player'] as const).some((mask) => seenBy(mask, [role]) === null),
      )
      expect(blind).toEqual([])
    },
  )

  it.each(rows.filter(([, { needsApproval, order }]) => needsApproval && 'player' in order.shape))(
    '%s, whose request names a player by the id, is for roles that see ids',
    (_, { roles }) => {
      expect(roles.filter((role) => seenBy('player', [role]) === null)).toEqual([])
    },
  )
})
