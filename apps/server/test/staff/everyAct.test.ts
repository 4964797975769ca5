import { randomUUID } from 'node:crypto'
import type { ActRow } from '@gatehouse/contract/acts/act'
import { hasAct } from '@gatehouse/contract/acts/entrances'
import type { ActName } from '@gatehouse/contract/acts/everyAct'
import { sql } from 'kysely'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openActsApp } from '../../src/staff/console/actsApp.ts'
import { readMachineFile } from '../../src/staff/console/machineFile.ts'
import type { Tables } from '../../src/database/schema/rows.ts'
import { actSamples, type ChangingName } from '../fixtures/acts/actSamples.ts'
import {
  type ActBench,
  type Answer,
  changingNames,
  openBench,
  rowOf,
  sampleOf,
} from '../fixtures/acts/openBench.ts'
import { isThorough } from '../fixtures/isThorough.ts'
import { consoleUrl } from '../fixtures/staff/startConsole.ts'

/*
 * Each act that staff may order, by the table of acts: refused and then repeated, broken off and then
 * repeated, twice at once, beside a second person, and by each of its entrances. What the answers say
 * is what the audit log, the requests and the runs say.
 */

/** What the frame of an act decides by: acts that are alike in it differ in their performers alone. */
function shapeOf(name: ChangingName): string {
  const { kind, isRun, isResumed, needsApproval, needsProof, isConsoleOnly, fileName } = rowOf(name)
  const frame = [kind, isRun, isResumed, needsApproval, needsProof, isConsoleOnly, fileName]
  return JSON.stringify(frame)
}

/** By day one act of each shape. */
const names = isThorough
  ? changingNames
  : [...new Map(changingNames.map((name) => [shapeOf(name), name])).values()]

let bench: ActBench
let acts: FastifyInstance

beforeAll(async () => {
  bench = await openBench()
  const opened = await openActsApp(bench.test.app.services)
  if (opened === null) throw new Error('The machine has no listener.')
  acts = opened
})
afterAll(async () => {
  await acts.close()
  await bench.close()
})
beforeEach(async () => {
  await bench.kysely.deleteFrom('repeated_orders').execute()
})

/** Orders, and compares what is answered as done with what is kept of it. */
async function compared<T extends readonly Answer[]>(name: ChangingName, run: () => Promise<T>) {
  const before = await bench.kept(name)
  const answers = await run()
  const after = await bench.kept(name)
  const done = answers.filter(({ status }) => status === 200).length
  const waiting = answers.filter(({ status }) => status === 202).length
  const row = rowOf(name)
  expect({
    answers,
    entries: after.entries.length - before.entries.length,
    requests: after.requests - before.requests,
    runsDone: after.done - before.done,
    running: after.running,
    unanswered: after.unanswered,
  }).toEqual({
    answers: answers.map(() => ({
      status: expect.toBeOneOf([200, 202, 400, 409]),
      error: expect.toBeOneOf([null, expect.stringMatching(/^[A-Z_]+$/)]),
    })),
    entries: done * (sampleOf(name).entries ?? 1),
    requests: waiting,
    runsDone: row.isRun ? done : 0,
    running: 0,
    unanswered: 0,
  })
  return answers
}

/** Hides what the orders are about, as if it were not there yet. */
async function hide(about: keyof Tables, isHidden: boolean): Promise<void> {
  if (about === 'players') {
    const [now, then] = isHidden ? [sql`null`, sql`'2000-01-01'`] : [sql`'2000-01-01'`, sql`null`]
    await sql`update players set deleted_at = ${then} where deployment = 'local'
      and deleted_at is not distinct from ${now}::timestamptz`.execute(bench.kysely)
    return
  }
  const [from, to] = isHidden ? ['local', 'hidden'] : ['hidden', 'local']
  await sql`update ${sql.table(about)} set deployment = ${to} where deployment = ${from}`.execute(
    bench.kysely,
  )
}

it('each act that staff may order has an example', () => {
  expect(changingNames.filter((name) => actSamples[name] === undefined)).toEqual([])
})

describe.each(names)('%s', (name) => {
  const row = rowOf(name)
  const isAsked = row.needsApproval
  const { about } = sampleOf(name)

  /** Orders with a key, and compares. */
  const sent = async (given: object, key: string): Promise<Answer | undefined> =>
    (await compared(name, async () => [await bench.send(name, given, { key })]))[0]

  // Some need nothing to be there.
  it.each(about === null ? [] : [about])(
    'that was refused for want of %s is carried out with its key once it is there',
    async (table) => {
      const given = await bench.order(name)
      const key = randomUUID()
      await hide(table, true)
      const refused = await sent(given, key)
      await hide(table, false)
      expect(refused?.status).toBe(409)
      expect(await sent(given, key)).toEqual({ status: isAsked ? 202 : 200, error: null })
    },
  )

  it('that broke off is carried out with its key, or says that it broke off', async () => {
    const given = await bench.order(name)
    const key = randomUUID()
    const mend = await bench.breakOff()
    const broken = await bench.send(name, given, { key })
    await mend()
    expect(broken.status).toBe(503)
    const again = await sent(given, key)
    const isLong = row.kind === 'long' && !isAsked
    expect(again).toEqual(
      isLong ? { status: 409, error: 'BROKEN_OFF' } : { status: isAsked ? 202 : 200, error: null },
    )
    if (!isLong) return
    expect((await sent(given, randomUUID()))?.status).toBe(200)
  })

  it('is carried out once of two with one key at once', async () => {
    const given = await bench.order(name)
    const key = randomUUID()
    const before = await bench.kept(name)
    const answers = await Promise.all([
      bench.send(name, given, { key }),
      bench.send(name, given, { key }),
    ])
    const after = await bench.kept(name)
    const isDone = answers.filter(({ error }) => error === null)
    const made = isAsked
      ? after.requests - before.requests
      : (after.entries.length - before.entries.length) / (sampleOf(name).entries ?? 1)
    expect([isDone.length > 0, made, after.running, after.unanswered]).toEqual([true, 1, 0, 0])
    const others = answers.filter(({ error }) => error !== null)
    expect(others.every(({ status, error }) => status === 409 && error === 'REPEATED')).toBe(true)
    // Whoever repeats it later gets the answer of the first.
    const late = await bench.send(name, given, { key })
    expect(late).toEqual(isDone[0])
    expect(await bench.kept(name)).toEqual(after)
  })

  it('of two people at once is what the audit log, the requests and the runs say', async () => {
    const given = await bench.order(name)
    const answers = await compared(name, () =>
      Promise.all([bench.send(name, given), bench.send(name, given, { by: 'mo' })]),
    )
    expect(answers.some(({ error }) => error === null)).toBe(true)
  })

  it('leaves the same by each entrance', async () => {
    const left: Record<string, unknown> = {}
    for (const [entrance, send] of Object.entries(ways)) {
      if (!isThere(entrance as keyof typeof ways, row)) continue
      const given = await bench.order(name)
      const before = await bench.kept(name)
      const { error } = await send(name, given)
      const after = await bench.kept(name)
      const entries = after.entries.slice(before.entries.length)
      const requests = after.requests - before.requests
      // A command line does alone what the others ask for.
      const isAlone = isAsked && entrance === 'machine'
      expect([entrance, error, requests, after.running, after.unanswered]).toEqual([
        entrance,
        null,
        isAsked && !isAlone ? 1 : 0,
        0,
        0,
      ])
      expect(entries.map(({ via, who, alone }) => [via, who, alone])).toEqual(
        entries.map(() => [...authorsOf(name)[entrance as keyof typeof ways], isAlone]),
      )
      if (isAlone) continue
      left[entrance] = entries.map(({ subject, details }) => ({
        subject: subject.replaceAll(/[0-9a-f]*\d[0-9a-f]*/g, '0'),
        details: Object.keys(details ?? {}).toSorted(),
      }))
    }
    const [first, ...others] = Object.values(left)
    expect(others).toEqual(others.map(() => first))
  })
})

/** Via which way, and by whom: what is approved is by the person who asked. */
const authorsOf = (name: ChangingName) =>
  ({
    console: ['console', sampleOf(name).notedAs === undefined ? 'Max Everything' : 'Mo Everything'],
    service: ['api', 'every-bot'],
    assistant: ['api', 'every-bot'],
    machine: ['command line', 'ada'],
  }) as const

const isThere = (entrance: keyof typeof ways, row: ActRow) =>
  hasAct(entrance, row) && (entrance !== 'assistant' || hasAct('service', row))

const pathOf = (name: ActName) => `/api/v1/${name.replaceAll(' ', '/')}`
const why = 'ticket 4711'

async function tokenOfService(): Promise<string> {
  const claims = { sub: 'every-bot', client_id: 'every-bot' }
  return bench.test.provider.serviceToken(consoleUrl, { claims })
}

async function send(url: string, payload: object) {
  const authorization = `Bearer ${await tokenOfService()}`
  const accept = 'application/json, text/event-stream'
  const headers = { host: 'console.test', authorization, accept }
  return bench.test.console.inject({ method: 'POST', url, headers, payload })
}

interface Said {
  readonly error?: string
  readonly token?: string
}

async function callTool(name: ActName, given: object): Promise<Said> {
  const params = { name: name.replaceAll(' ', '_'), arguments: given }
  const asked = { jsonrpc: '2.0', id: 1, method: 'tools/call', params }
  const { body } = await send('/mcp', asked)
  const text = /^data: (.*)$/m.exec(body)?.[1] ?? body
  return (JSON.parse(text) as { result: { structuredContent: Said } }).result.structuredContent
}

const errorOf = (body: unknown) => (body as Said).error ?? null

const ways = {
  console: (name: ChangingName, given: object) => bench.send(name, given),
  async service(name: ChangingName, given: object) {
    const answer = await send(pathOf(name), { order: given, why })
    return { status: answer.statusCode, error: errorOf(answer.json()) }
  },
  async assistant(name: ChangingName, given: object) {
    const { token, error } = await callTool(name, given)
    const said =
      token === undefined
        ? { error }
        : await callTool(name, { ...given, ...(rowOf(name).needsReason && { why }), token })
    return { status: 200, error: errorOf(said) }
  },
  async machine(name: ChangingName, given: object) {
    const file = await readMachineFile(bench.test.app.services.settings)
    const answer = await fetch(`${file?.address}${pathOf(name)}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${file?.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ order: given, who: 'ada', why }),
    })
    return { status: answer.status, error: errorOf(await answer.json()) }
  },
}
