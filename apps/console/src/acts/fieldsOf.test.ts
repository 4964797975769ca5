import { actNames, everyAct } from '@gatehouse/contract/acts/everyAct'
import type { ActRow } from '@gatehouse/contract/acts/act'
import { describe, expect, test } from 'vitest'
import { complaintsOf, fieldsOf, orderOf, startOf, withUsualEnd } from './fieldsOf.ts'

const { order: ban } = everyAct['players ban']

describe('the form of an act', () => {
  test('asks for each field of the order that neither place nor envelope says', () => {
    const fields = fieldsOf(ban, ['operator'])
    expect(fields.map(({ name, kind, isRequired }) => [name, kind, isRequired])).toEqual([
      ['player', 'text', true],
      ['until', 'moment', false],
      ['publicReason', 'area', false],
    ])
    const many = fieldsOf(everyAct['players ban-many'].order, ['operator'])
    expect(many[0]).toMatchObject({
      kind: 'file',
      description: 'A file that names a player a line',
    })
  })

  test('gives a ban a week, and asks for an end where the person may not ban for ever', () => {
    const row: ActRow = everyAct['players ban']
    const [, until] = fieldsOf(row.order, ['support'])
    if (until === undefined) throw new Error('There is no end.')
    const ofSupport = withUsualEnd(until, row, ['support'])
    expect(ofSupport.isRequired).toBe(true)
    expect(ofSupport.description).toContain('30 days')
    const days = (Date.parse(ofSupport.fallback) - Date.now()) / 86_400_000
    expect(Math.round(days)).toBe(7)
    expect(withUsualEnd(until, row, ['operator'])).toMatchObject({ isRequired: false })
    expect(withUsualEnd(until, everyAct['ip-bans add'], ['support'])).toBe(until)
  })

  test('knows choices, numbers and boxes, with what they begin with', () => {
    const add = fieldsOf(everyAct['ip-bans add'].order, ['operator'])
    expect(add.find(({ name }) => name === 'scope')).toMatchObject({
      kind: 'choice',
      fallback: 'general',
    })
    const [count] = fieldsOf(everyAct['access-keys create'].order, ['operator'])
    expect(count).toMatchObject({ name: 'count', kind: 'number', fallback: '1' })
    expect(fieldsOf(everyAct['keys rotate'].order, ['operator'])).toMatchObject([
      { name: 'now', kind: 'flag' },
    ])
    const unlink = fieldsOf(everyAct['players unlink'].order, ['operator']).at(-1)
    // Nothing is chosen before a person does.
    expect(unlink).toMatchObject({ kind: 'choice', isRequired: true, fallback: '' })
    expect(unlink?.options[0]).toBe('')
  })

  test('has a description for every field that staff are asked for', () => {
    const wanting = actNames
      .map((name): readonly [string, ActRow] => [name, everyAct[name]])
      .filter(([, { roles }]) => roles.length > 0)
      .flatMap(([name, { order }]) =>
        fieldsOf(order, ['operator'])
          .filter(({ description }) => description === '')
          .map((field) => `${name}: ${field.name}`),
      )
    expect(wanting).toEqual([])
  })

  test('asks brand managers for a username alone, and says it where another name is typed', () => {
    const { order } = everyAct['badges give']
    const about = (role: 'brand' | 'support') => fieldsOf(order, [role])[0]?.description
    expect(about('brand')).toBe('Username of a player')
    expect(about('support')).toBe('Username, address, or id=… of a player')
    const given = { deployment: 'prod', badge: 'beta', title: 'Beta', player: 'ada@site.test' }
    expect(complaintsOf(order, given, ['brand'])).toEqual({
      player: 'names a player otherwise than by username',
    })
    expect(complaintsOf(order, given, ['support'])).toEqual({})
  })

  test('sends what is filled, a moment with its offset, and what is decided already', () => {
    const fields = fieldsOf(ban, ['operator'])
    const preset = { player: 'id=12', deployment: 'prod' }
    const values = { ...startOf(fields), until: '2026-12-24T18:00', player: 'other' }
    expect(orderOf(fields, values, preset)).toEqual({
      ...preset,
      until: new Date('2026-12-24T18:00').toISOString(),
    })
  })

  test('says at the field what is wrong, and the rest about the whole order', () => {
    expect(complaintsOf(ban, { deployment: 'prod', player: 'a', file: 'b' }, ['operator'])).toEqual(
      {
        '': 'Unrecognized key: "file"',
      },
    )
    expect(
      complaintsOf(everyAct['players show'].order, { deployment: 'prod' }, ['operator']),
    ).toEqual({
      player: 'is needed',
    })
  })
})
