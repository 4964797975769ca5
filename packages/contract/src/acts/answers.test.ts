import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import type { ActRow } from './act.ts'
import {
  address,
  hidden,
  maskAddress,
  maskAnswer,
  maskNetwork,
  maskOf,
  network,
  number,
  personal,
  text,
} from './answers.ts'
import { actNames, everyAct } from './everyAct.ts'

const rows = actNames.map((name) => [name, everyAct[name] as ActRow] as const)

/** The paths of leaves without a class. */
function unclassed(schema: z.ZodType, path: string): string[] {
  if (maskOf(schema) !== undefined) return []
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
    return unclassed(schema.unwrap() as z.ZodType, path)
  }
  if (schema instanceof z.ZodArray) return unclassed(schema.element as z.ZodType, `${path}[]`)
  if (!(schema instanceof z.ZodObject)) return [path]
  const fields = Object.entries<z.ZodType>(schema.shape)
  const { catchall } = schema.def
  // A schema that lets other fields through describes nothing, unless it has a class for them.
  const isOpen = !(catchall instanceof z.ZodNever)
  const open = isOpen ? unclassed((catchall ?? z.unknown()) as z.ZodType, `${path}.*`) : []
  return [...open, ...fields.flatMap(([name, each]) => unclassed(each, `${path}.${name}`))]
}

/** Fields that name a person of the staff, with the one that has the mark. */
const marksOf: Readonly<Record<string, readonly string[]>> = {
  who: ['person'],
  changedBy: ['person'],
  madeBy: ['person', 'madeByPerson'],
  startedBy: ['startedByPerson'],
  approved_by: ['details'],
  askedBy: ['askedBy'],
  firstBy: ['firstPerson'],
  decidedBy: ['decidedPerson'],
}

/** Fields whose names sound so, and are none of staff. */
const others = new Set(['shownBy', 'provenBy', 'usedBy'])

/** The paths of names of staff without their mark. */
function unmarked(schema: z.ZodType, path: string): string[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
    return unmarked(schema.unwrap() as z.ZodType, path)
  }
  if (schema instanceof z.ZodArray) return unmarked(schema.element as z.ZodType, `${path}[]`)
  if (!(schema instanceof z.ZodObject)) return []
  const { shape } = schema as z.ZodObject<Record<string, z.ZodType>>
  return Object.entries(shape).flatMap(([name, each]) => {
    const isStaff = !others.has(name) && /^who$|(?:By|_by)$/.test(name)
    const isMarked = marksOf[name]?.some((mark) => mark in shape) === true
    const own = isStaff && !isMarked ? [`${path}.${name}`] : []
    return [...own, ...unmarked(each, `${path}.${name}`)]
  })
}

const answer = z.strictObject({
  id: number,
  email: address,
  former: z.array(z.strictObject({ address: address.nullable() })),
  born: personal(z.string()).nullable(),
  seenFrom: network.optional(),
  subject: hidden(z.string()),
  titles: z.array(text),
})
const data = {
  id: 7,
  email: 'player@example.com',
  former: [{ address: 'old@example.com' }, { address: null }],
  born: '2000-01-01',
  seenFrom: '203.0.113.77',
  subject: 'Your link',
  titles: ['VIP'],
  password_hash: 'secret',
}

describe('the answer of an act', () => {
  it('is described where staff may order it, and only there', () => {
    const wrong = rows.filter(([, row]) => (row.answer === null) !== (row.roles.length === 0))
    expect(wrong.map(([name]) => name)).toEqual([])
  })

  it.each(rows.flatMap(([name, { answer: of }]) => (of === null ? [] : [[name, of] as const])))(
    '%s has a class at each leaf, and no other field (C-6)',
    (_, of) => {
      expect(unclassed(of, '')).toEqual([])
    },
  )

  it.each(rows.flatMap(([name, { answer: of }]) => (of === null ? [] : [[name, of] as const])))(
    '%s has a mark beside each name of staff, which their bearers choose',
    (_, of) => {
      expect(unmarked(of, '')).toEqual([])
    },
  )

  it('holds all that it describes for a privacy officer, but for what no staff sees', () => {
    const { password_hash: _, subject: __, ...rest } = data
    expect(maskAnswer(answer, data, ['privacy'])).toEqual(rest)
  })

  it('holds masked addresses, networks and no personal data for support (AT-CON2-26)', () => {
    expect(maskAnswer(answer, data, ['support'])).toEqual({
      id: 7,
      email: 'p••••r@example.com',
      former: [{ address: 'o••••d@example.com' }, { address: null }],
      seenFrom: '203.0.113.0/24',
      titles: ['VIP'],
    })
  })

  it('holds networks for an operator, and neither addresses nor networks for the others', () => {
    expect(maskAnswer(answer, data, ['operator'])).toMatchObject({
      email: 'p••••r@example.com',
      seenFrom: '203.0.113.77',
    })
    for (const role of ['brand', 'auditor'] as const) {
      const former = [{}, {}]
      expect(maskAnswer(answer, data, [role])).toEqual({ id: 7, former, titles: ['VIP'] })
    }
  })

  it('holds for several roles whatever one of them sees, and for none nothing', () => {
    expect(maskAnswer(answer, data, ['support', 'privacy'])).toMatchObject({
      email: 'player@example.com',
      born: '2000-01-01',
      seenFrom: '203.0.113.77',
    })
    expect(maskAnswer(answer, data, [])).toEqual({ former: [{}, {}], titles: [] })
  })

  it('holds fields without a name of their own by the class of all others', () => {
    const details = z.object({ network: network.optional() }).catchall(text)
    const given = { network: '203.0.113.77', scope: 'login' }
    expect(maskAnswer(details, given, ['operator'])).toEqual(given)
    expect(maskAnswer(details, given, ['auditor'])).toEqual({ scope: 'login' })
    expect(maskAnswer(z.object({ scope: text }), given, ['operator'])).toEqual({ scope: 'login' })
  })

  it('holds nothing that has another form than described', () => {
    expect(maskAnswer(answer, { titles: 'VIP', email: 4, former: {} }, ['support'])).toEqual({})
    expect(maskAnswer(z.array(answer), { 0: data }, ['privacy'])).toBeUndefined()
    expect(maskAnswer(z.string(), 'without a class', ['privacy'])).toBeUndefined()
  })
})

describe('a masked value', () => {
  it.each([
    ['player@example.com', 'p••••r@example.com'],
    ['a@example.com', 'a••••a@example.com'],
    ['"a@b"@example.com', '"••••"@example.com'],
    ['PlayerOne', 'PlayerOne'],
  ])('%s is %s', (whole, masked) => {
    expect(maskAddress(whole)).toBe(masked)
  })

  it.each([
    ['203.0.113.77', '203.0.113.0/24'],
    ['203.0.113.77/32', '203.0.113.0/24'],
    ['203.0.0.0/16', '203.0.0.0/16'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
    ['2001:db8::7', '2001:db8:0::/48'],
    ['::1', '0:0:0::/48'],
    ['::ffff:203.0.113.77', '0:0:0::/48'],
    ['2001:db8::/32', '2001:db8::/32'],
  ])('%s is in the network %s', (whole, masked) => {
    expect(maskNetwork(whole)).toBe(masked)
  })
})
