import { type CallName, callNames, calls } from '@gatehouse/contract/calls'
import type { Call, CallInput } from '@gatehouse/contract/calls/row'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { isThorough } from '../fixtures/isThorough.ts'
import { everyRow } from '../fixtures/samples/everyRow.ts'
import { registerForm, samplePassword, signedInPlayer } from '../fixtures/samples/samplePlayers.ts'
import { startApp, type TestApp } from '../fixtures/startApp.ts'
import type { TestVisitor } from '../fixtures/testVisitor.ts'

/*
 * Hostile input for every row of the contract, made from the row's own schema (attacks X05 to X14).
 */

const runs = isThorough ? 100 : 8

/** Texts that break parsers, queries, templates, mails and logs. */
const hostileTexts = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\u202eevil',
  '\ufeff',
  '\u0001\u001f',
  'a\r\nBcc: b@site.test',
  'x'.repeat(10_000),
  "' or 1=1; drop table players; --",
  '<img src=x onerror=alert(1)>',
  '{{7*7}}${7*7}<%=7*7%>',
  '$(sleep 5)`id`',
  '../../etc/passwd',
  '__proto__',
  '%00%zz',
  'NaN',
  '9999999999999999999',
]

const hostile: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(...hostileTexts),
  fc.string({ unit: 'binary' }),
  fc.constantFrom<unknown>(null, true, false, 0, -1, 1.5, 1e308, 2 ** 53, [], {}, [[1]], { a: {} }),
)

interface JsonSchema {
  readonly type?: string
  readonly properties?: Readonly<Record<string, JsonSchema>>
}

/** An object with the fields of a schema: some left out, some of the right type, some hostile. */
function objectOf(schema: z.ZodType): fc.Arbitrary<Record<string, unknown>> {
  const { properties = {} } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
  }) as JsonSchema
  const fields = Object.entries(properties).map(
    ([name, { type }]) => [name, fc.oneof(hostile, plainOf(type))] as const,
  )
  return fc.record(Object.fromEntries([...fields, ['stray', hostile]]), { requiredKeys: [] })
}

function plainOf(type: string | undefined): fc.Arbitrary<unknown> {
  if (type === 'boolean') return fc.boolean()
  if (type === 'integer' || type === 'number') return fc.integer()
  return fc.constantFrom('player@site.test', 'Player1', 'Correct7Horses', '1')
}

const bodies: fc.Arbitrary<string> = fc.oneof(
  fc.json(),
  fc.constantFrom('', 'null', '[]', '"x"', '{', '{}{}', '{"a":1}//', '\ufeff{}'),
)

let app: TestApp
let player: TestVisitor

beforeAll(async () => {
  app = await startApp({ settings: { LIMITS: 'off' } })
  player = await signedInPlayer(app, registerForm({ Username: 'Target' }))
})
afterAll(() => app.close())

describe('hostile input (L02, X05 to X14)', () => {
  it.each(callNames)('never breaks %s, and changes no row when it is refused', async (name) => {
    await player.logIn('Target', samplePassword)
    await app.mails()
    const before = await stableRows()
    const found: unknown[] = []
    let hasSucceeded = false
    await fc.assert(
      fc.asyncProperty(requestOf(name), async (request) => {
        const { statusCode, body } = await player.send(request)
        hasSucceeded ||= statusCode < 400
        const isProper = statusCode < 400 || /^\{("ErrorMessages":\[.+\])?\}$/.test(body)
        const isSound = statusCode !== 500 && isProper
        if (!isSound) found.push({ request, statusCode, body })
      }),
      { numRuns: runs, seed: 20_260_302 },
    )
    expect(found).toEqual([])
    expect(hasSucceeded ? before : await stableRows()).toBe(before)
  })
})

/** Every row except those that a refusal may change: the counters of attempts. */
async function stableRows(): Promise<string> {
  const text = await everyRow(app.services.database.kysely)
  return text
    .split('\n')
    .filter((row) => !/^(public\.attempts|public\.outbox|public\.mails |pgboss\.)/.test(row))
    .toSorted()
    .join('\n')
}

function requestOf(name: CallName) {
  const { method, path } = calls[name]
  const schema: CallInput = (calls[name] as Call).input ?? {}
  const segment = fc.oneof(
    fc.constantFrom(
      '0',
      '-1',
      '1.5',
      '1e3',
      '0x10',
      '%00',
      '%20',
      'abc',
      '1',
      '9'.repeat(30),
      '%2e',
    ),
    fc.string({ minLength: 1 }).map(encodeURIComponent),
  )
  const filled = segment.map((value) => path.replaceAll(/\{\w+\}/g, value))
  const query = schema.query
    ? objectOf(schema.query).map((values) => `?${queryOf(values)}`)
    : fc.constantFrom('', '?a=1&a=2', '?%zz', '?a[]=1', '?include=%00')
  const payload = schema.body
    ? fc.oneof(
        { weight: 4, arbitrary: objectOf(schema.body).map((body) => JSON.stringify(body)) },
        bodies,
      )
    : bodies
  return fc.tuple(filled, query, payload).map(([address, search, body]) => ({
    method,
    url: `${address.startsWith('/') ? '' : '/api/'}${address}${search}`,
    ...(method === 'POST'
      ? { payload: body, headers: { 'content-type': 'application/json' } }
      : {}),
  }))
}

function queryOf(values: Readonly<Record<string, unknown>>): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) {
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    search.append(name, text.slice(0, 2000))
  }
  return search.toString()
}
