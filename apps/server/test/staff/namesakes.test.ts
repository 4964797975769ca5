import type { AnswerOf } from '@gatehouse/contract/acts/everyAct'
import type { Me } from '@gatehouse/contract/console/me'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fakePortal } from '../fixtures/fakePortal.ts'
import { gatehouse } from '../fixtures/processes/runGatehouse.ts'
import { registerForm, signedInPlayer } from '../fixtures/samples/samplePlayers.ts'
import { subscriber } from '../fixtures/samples/subscriber.ts'
import {
  people,
  type StaffBrowser,
  startConsole,
  type TestConsole,
} from '../fixtures/staff/startConsole.ts'

/* Two people who have chosen one name: whatever one of them did is told apart from what the other did. */

let test: TestConsole
let one: StaffBrowser
let other: StaffBrowser
/** The marks of both. */
let marks: readonly [string, string]

const at = { deployment: 'local' } as const
const ada = {
  ...people.ada,
  groups: ['operators', 'support', 'brand', 'privacy'],
  isVerified: false,
}
const namesake = { ...ada, sub: 'ada-2' }

beforeAll(async () => {
  test = await startConsole({
    settings: { LIMITS: 'off', PORTAL_DIST: await fakePortal() },
    deployments: { local: { EnableSecuritySection: true } },
  })
  one = await test.signedIn(ada)
  other = await test.signedIn(namesake)
  marks = [await markOf(one), await markOf(other)]
  await signedInPlayer(test.app, registerForm({ Username: 'Ursula' }))
  await subscriber(test.app, 'Ann')
})
afterAll(() => test.close())

const markOf = async (browser: StaffBrowser) =>
  ((await browser.ask('GET', '/api/v1/me')).body.data as Me).person

const both = () => [one, other] as const

type Name = Parameters<StaffBrowser['order']>[0]

async function done<N extends Name>(browser: StaffBrowser, name: N, order: object) {
  const { body } = await browser.order(name, { ...at, ...order })
  expect([name, body.error]).toEqual([name, undefined])
  return body.data as AnswerOf<N>
}

describe('the mark of a person', () => {
  it('differs from that of a namesake, and is that of the log-ins of staff', async () => {
    expect(marks[0]).toMatch(/^[0-9a-f]{12}$/)
    expect(marks[0]).not.toBe(marks[1])
    const { body } = await one.order('staff list', {})
    const logins = body.data as AnswerOf<'staff list'>
    expect(new Set(logins.map(({ name }) => name))).toEqual(new Set(['Ada Operator']))
    const bySub = new Map(logins.map(({ person, sub }) => [sub, person]))
    expect([bySub.get('ada'), bySub.get('ada-2')]).toEqual(marks)
  })

  it('stands in the audit log, in the timeline of a player, and at none of the command line', async () => {
    await done(one, 'players ban', { player: 'Ursula' })
    await done(other, 'players unban', { player: 'Ursula' })
    await gatehouse(test.app, 'players reset-avatar Ursula --deployment local --why ticket')
    const entries = await done(one, 'audit list', { limit: 3 })
    expect(entries.map(({ command, who, person }) => [command, who, person])).toEqual([
      ['players reset-avatar', 'operator', null],
      ['players unban', 'Ada Operator', marks[1]],
      ['players ban', 'Ada Operator', marks[0]],
    ])
    expect(JSON.stringify(entries)).not.toContain('staff_key')
    const timeline = await done(one, 'players timeline', { player: 'Ursula', from: 'staff' })
    expect(timeline.entries.map(({ act, person }) => [act, person])).toEqual([
      ['players reset-avatar', null],
      ['players unban', marks[1]],
      ['players ban', marks[0]],
    ])
  })

  it('stands at drafts and versions', async () => {
    for (const [index, browser] of both().entries()) {
      const changes = JSON.stringify({ Lead: `Of ${index}` })
      const { draft, revision } = await done(browser, 'drafts save', { changes })
      const plan = { ...at, draft }
      const { fingerprint } = (await one.order('drafts plan', plan)).body.data as {
        fingerprint: string
      }
      const [shown] = await done(one, 'drafts list', {})
      expect(shown).toMatchObject({ changedBy: 'Ada Operator', person: marks[index] })
      expect((await done(one, 'drafts show', { draft })).person).toBe(marks[index])
      await done(browser, 'versions publish', { draft, revision, fingerprint })
    }
    await done(one, 'versions rollback', { to: 1 })
    const versions = await done(other, 'versions list', {})
    expect(versions.map(({ madeBy }) => madeBy)).toEqual(Array(3).fill('Ada Operator'))
    expect(versions.map(({ person }) => person)).toEqual([marks[0], marks[1], marks[0]])
    expect((await done(other, 'versions show', { version: 2 })).person).toBe(marks[1])
  })

  it('stands at mailings, of who wrote and of who started one', async () => {
    const words = { list: 1, subject: 'News', text: 'News.' }
    const { mailing, revision } = await done(one, 'mailings save', words)
    const draft = await done(one, 'mailings save', words)
    await done(other, 'mailings start', { mailing, revision })
    const listed = await done(one, 'mailings list', {})
    const persons = listed.map((each) => [each.mailing, each.madeByPerson, each.startedByPerson])
    expect(persons).toEqual(
      expect.arrayContaining([
        [mailing, marks[0], marks[1]],
        [draft.mailing, marks[0], null],
      ]),
    )
    expect(await done(one, 'mailings show', { mailing })).toMatchObject({
      madeBy: 'Ada Operator',
      startedBy: 'Ada Operator',
      madeByPerson: marks[0],
      startedByPerson: marks[1],
    })
  })

  it('stands at batches of access keys', async () => {
    for (const browser of both()) await browser.order('access-keys create', { ...at, count: 1 })
    const batches = await done(one, 'access-keys batches', {})
    expect(batches.map(({ person }) => person)).toEqual([marks[1], marks[0]])
  })

  it('stands at requests, and at both people of an entry', async () => {
    const { body } = await one.order('players export', { ...at, player: 'Ursula' })
    const id = body.approval?.id ?? ''
    const shown = await done(other, 'approvals show', { id })
    expect(shown).toMatchObject({ askedBy: { name: 'Ada Operator', person: marks[0] } })
    expect([shown.firstPerson, shown.decidedPerson]).toEqual([null, null])
    await done(other, 'approvals approve', { id, digest: shown.digest })
    const [request] = await done(one, 'approvals list', { all: true })
    expect(request).toMatchObject({ decidedBy: 'Ada Operator', decidedPerson: marks[1] })
    const [entry] = await done(one, 'audit list', { limit: 1 })
    expect(entry).toMatchObject({
      command: 'players export',
      person: marks[0],
      approved_by: 'Ada Operator',
      details: { approvers: [marks[1]] },
    })
  })
})

describe('a person of the same name', () => {
  it('is not given the file that the other one has approved for a command line', async () => {
    const asked = await startConsole({ settings: { LIMITS: 'off', COMMANDS_NEED_APPROVAL: 'on' } })
    try {
      await signedInPlayer(asked.app, registerForm({ Username: 'Winnie' }))
      await gatehouse(asked.app, 'players export Winnie --deployment local --why ticket')
      const pia = { ...people.pia, isVerified: false }
      const [first, second, third] = [
        await asked.signedIn(people.paul),
        await asked.signedIn(pia),
        await asked.signedIn({ ...pia, sub: 'pia-2' }),
      ]
      const [request] = (await first.order('approvals list', at)).body
        .data as AnswerOf<'approvals list'>
      const one = { ...at, id: request?.id }
      for (const browser of [first, second]) {
        const { digest } = (await browser.order('approvals show', one)).body.data as {
          digest: string
        }
        const { body } = await browser.order('approvals approve', { ...one, digest })
        expect(body.error).toBeUndefined()
      }
      const fileOf = async (browser: StaffBrowser) =>
        ((await browser.order('approvals show', one)).body.data as AnswerOf<'approvals show'>).file
      expect(await fileOf(second)).not.toBeNull()
      expect(await fileOf(third)).toBeNull()
      expect(await fileOf(first)).toBeNull()
    } finally {
      await asked.close()
    }
  })

  it('has own tries of support codes', async () => {
    const limited = await startConsole({ deployments: { local: { EnableSupportCode: true } } })
    try {
      const [first, second] = [await limited.signedIn(ada), await limited.signedIn(namesake)]
      const open = async (browser: StaffBrowser) =>
        (await browser.order('support-codes open', { ...at, code: 'AAAA-AAAA-AA' })).body.error
      for (let tries = 0; tries < 20; tries += 1) expect(await open(first)).toBe('CODE_UNKNOWN')
      expect(await open(first)).toBe('TOO_MANY')
      expect(await open(second)).toBe('CODE_UNKNOWN')
    } finally {
      await limited.close()
    }
  })
})
