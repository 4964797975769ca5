import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ActRow } from '@gatehouse/contract/acts/act'
import { type Entrance, hasAct, orderAt } from '@gatehouse/contract/acts/entrances'
import { type ActName, actNames, everyAct } from '@gatehouse/contract/acts/everyAct'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openActsApp } from '../../src/staff/console/actsApp.ts'
import { machineFileIn, readMachineFile } from '../../src/staff/console/machineFile.ts'
import { gatehouse } from '../fixtures/processes/runGatehouse.ts'
import {
  consoleUrl,
  people,
  publishedAnswers,
  type StaffBrowser,
  startConsole,
  type TestConsole,
} from '../fixtures/staff/startConsole.ts'
import { PublishedAnswers } from '../fixtures/staff/publishedAnswer.ts'

/* Each entrance of the acts takes its own acts with their own fields, and nothing of another one. */

const ofMachine = new PublishedAnswers('machine')

let test: TestConsole
let acts: FastifyInstance
let browser: StaffBrowser
let serviceToken = ''

beforeAll(async () => {
  test = await startConsole({ settings: { LIMITS: 'off' } })
  const opened = await openActsApp(test.app.services)
  if (opened === null) throw new Error('The machine has no listener.')
  acts = opened
  browser = await test.signedIn(people.max)
  const claims = { sub: 'every-bot', client_id: 'every-bot' }
  serviceToken = await test.provider.serviceToken(consoleUrl, { claims })
})
afterAll(async () => {
  await acts.close()
  await test.close()
})

interface Answered {
  readonly status: number
  readonly error: string
  readonly text: string
}

const pathOf = (name: ActName) => `/api/v1/${name.replaceAll(' ', '/')}`

async function byMachine(name: ActName, order: unknown, more: object = {}): Promise<Answered> {
  const file = await readMachineFile(test.app.services.settings)
  const answer = await fetch(`${file?.address}${pathOf(name)}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${file?.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ order, who: 'ada', ...more }),
  })
  const text = await answer.text()
  const body = JSON.parse(text) as { readonly error?: string }
  ofMachine.check(pathOf(name), answer.status, body)
  return { status: answer.status, error: body.error ?? '', text }
}

async function byService(name: ActName, order: unknown): Promise<Answered> {
  const answer = await test.console.inject({
    method: 'POST',
    url: pathOf(name),
    headers: { host: 'console.test', authorization: `Bearer ${serviceToken}` },
    payload: { order },
  })
  const body = answer.json<{ readonly error?: string }>()
  publishedAnswers.check(pathOf(name), answer.statusCode, body)
  return { status: answer.statusCode, error: body.error ?? '', text: answer.body }
}

async function byConsole(name: ActName, order: object): Promise<Answered> {
  const { status, body } = await browser.order(name, order, { why: '' })
  return { status, error: body.error ?? '', text: JSON.stringify(body) }
}

/** The answer to a tool's call, with the status that the same has elsewhere. */
async function byAssistant(name: ActName, order: object): Promise<Answered> {
  const answer = await test.console.inject({
    method: 'POST',
    url: '/mcp',
    headers: {
      host: 'console.test',
      authorization: `Bearer ${serviceToken}`,
      accept: 'application/json, text/event-stream',
    },
    payload: {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: name.replaceAll(' ', '_'), arguments: order },
    },
  })
  const found = /"error":"([A-Z_]+)"/.exec(answer.body)?.[1] ?? ''
  const statuses: Readonly<Record<string, number>> = { UNKNOWN_ACT: 404, INVALID_ORDER: 400 }
  return { status: statuses[found] ?? 200, error: found, text: answer.body }
}

const ways = {
  machine: (name: ActName, order: object) => byMachine(name, order),
  console: byConsole,
  service: byService,
  assistant: byAssistant,
} as const satisfies Partial<Record<Entrance, unknown>>

const wayNames = Object.keys(ways) as readonly (keyof typeof ways)[]

/** A value that no field takes: the answer then names the field, and nothing is carried out. */
const unfit = { an: 'object' }

const online = actNames.filter((name) => everyAct[name].kind !== 'offline')

/** An assistant at the console has the rights of its service. */
const isThere = (entrance: Entrance, row: ActRow) =>
  hasAct(entrance, row) && (entrance !== 'assistant' || hasAct('service', row))

describe.each(wayNames)('by the entrance %s', (entrance) => {
  it('each act has its own fields, and no other', async () => {
    const wrong: unknown[] = []
    for (const name of online) {
      const row: ActRow = everyAct[name]
      const place = Object.hasOwn(row.order.shape, 'deployment') ? { deployment: 'local' } : {}
      if (!isThere(entrance, row)) {
        const { status } = await ways[entrance](name, place)
        if (status !== 404) wrong.push({ name, status })
        continue
      }
      const own = Object.keys(orderAt(entrance, row).shape)
      const fields = [...Object.keys(row.order.shape), 'via', 'approved_by', 'who']
      for (const field of fields.filter((each) => each !== 'deployment')) {
        const { status, error, text } = await ways[entrance](name, { ...place, [field]: unfit })
        const isUnknown = text.includes(`Unrecognized key: \\"${field}\\"`)
        const isRight = status === 400 && error === 'INVALID_ORDER'
        if (!isRight || isUnknown === own.includes(field)) wrong.push({ name, field, status, text })
      }
    }
    expect(wrong).toEqual([])
  })

  it.each([
    ['a NUL', 'a\0b'],
    ['half of a character', 'a\ud800b'],
  ])('a text with %s is refused by its field, and by no failure (P-18)', async (_, text) => {
    const order = { deployment: 'local', player: text }
    const { status, error } = await ways[entrance]('players show', order)
    expect([status, error]).toEqual([400, 'INVALID_ORDER'])
  })
})

describe('the machine', () => {
  it.each([
    ['who', { who: 'a\0b' }],
    ['who', { who: 'a\udc00b' }],
    ['why', { why: 'abc\0def' }],
    ['why', { why: 'abc\ud800def' }],
  ])('refuses an unreadable %s of an act at its field (P-18)', async (path, more) => {
    const order = { deployment: 'local', player: 'Nobody' }
    const { status, text } = await byMachine('players unlock', order, { why: 'ticket 1', ...more })
    expect([status, JSON.parse(text).fields]).toEqual([400, [expect.objectContaining({ path })]])
  })

  it('gives an assistant no field of the command line', async () => {
    const { status, text } = await byMachine('audit verify', { anchors: [] }, { isAssistant: true })
    expect(status).toBe(400)
    expect(text).toContain('Unrecognized key: \\"anchors\\"')
    const given = { isAssistant: true }
    expect((await byMachine('newsletters mailing', { deployment: 'local' }, given)).status).toBe(
      404,
    )
  })
})

describe('a file of the command line', () => {
  let folder = ''
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'gatehouse-lines-'))
  })
  afterAll(() => rm(folder, { recursive: true }))

  it.each([
    'audit verify --anchors FILE',
    'audit verify --anchors FILE --json',
    'players import FILE --deployment local --why "a file"',
    'players ban-many FILE --deployment local --why "a file"',
    'clients add FILE --deployment local --why "a file"',
    'config plan FILE --deployment local',
    'drafts save FILE --deployment local',
    'restored --journal FILE --why "a file"',
  ])('stands in no answer of %s', async (line) => {
    const secret = '15cc66f0e1b2'
    const file = join(folder, 'machine.token')
    await writeFile(file, JSON.stringify({ address: 'http://127.0.0.1:1', token: secret }))
    const { output, errors, exitCode } = await gatehouse(test.app, line.replace('FILE', file))
    // A plan says what it finds, and succeeds.
    expect(exitCode === 0).toBe(line.startsWith('config plan'))
    // The lists of players name what the operator has written.
    if (line.startsWith('players ban-many')) return
    expect(`${output}${errors}`).not.toContain(secret)
  })

  it('is not read by the server for staff: a path of the machine is an unknown field (P-1)', async () => {
    const anchors = [machineFileIn(test.app.services.settings), '/dev/ptmx', '/dev/zero']
    for (const entrance of ['console', 'service', 'assistant'] as const) {
      const { status, text } = await ways[entrance]('audit verify', {
        deployment: 'local',
        anchors,
      })
      expect([entrance, status]).toEqual([entrance, 400])
      expect(text).not.toContain('127.0.0.1')
    }
  })
})
