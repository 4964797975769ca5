import { writeFile } from 'node:fs/promises'
import { type Role, roles } from '@gatehouse/contract/acts/act'
import type { AnswerOf } from '@gatehouse/contract/acts/everyAct'
import type { Me } from '@gatehouse/contract/console/me'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hashOf } from '../../src/platform/crypto/secrets.ts'
import { staffKeyOf } from '../../src/staff/people/staffCaller.ts'
import { auditBy } from '../../src/staff/acts/orders/perform.ts'
import { findAnywhere } from '../../src/staff/acts/support/findAnywhere.ts'
import { registerForm, registerPlayer } from '../fixtures/samples/samplePlayers.ts'
import {
  people,
  type StaffBrowser,
  startConsole,
  type TestConsole,
} from '../fixtures/staff/startConsole.ts'

/* What Start of the console shows of all deployments of a person, and of no other. */

let test: TestConsole
const places = ['local', 'prod', 'relic'] as const
const finders: ReadonlySet<Role> = new Set(['support', 'privacy', 'operator'])

beforeAll(async () => {
  test = await startConsole({ deployments: { local: {}, prod: {}, relic: {} } })
  await registerPlayer(test.app, registerForm({ Username: 'Everywhere' }))
})
afterAll(() => test.close())

/** The roles of one group become those of everybody of it. */
async function grant(given: readonly { role: Role; deployments: readonly string[] }[]) {
  await writeFile(test.staffFile, JSON.stringify({ groups: { drawn: given, privacy: everywhere } }))
  await test.app.services.staffRoles.refresh()
}
const everywhere = [{ role: 'privacy', deployments: ['*'] }] as const

const drawn = { ...people.sam, groups: ['drawn'] }

type Anywhere = AnswerOf<'players find-anywhere'>

const search = async (browser: StaffBrowser, text = 'everywhere') =>
  (await browser.order('players find-anywhere', { text })).body

/** Each way of having a role in some of three deployments, and none in the others. */
const drawnRoles = roles.flatMap((role, turn) =>
  Array.from({ length: 7 }, (_, at) => {
    const own = places.filter((__, index) => ((at + 1) >> index) & 1)
    const other = roles[(turn + at) % roles.length] ?? role
    return { role, own, other, first: own[0] ?? 'local' }
  }),
)

describe.each(drawnRoles)('a person who is $role in $own', ({ role, own, other, first }) => {
  it(`and ${other} in ${first} sees those deployments alone`, async () => {
    await grant([{ role: 'operator', deployments: ['*'] }])
    const browser = await test.signedIn(drawn)
    await grant([
      { role, deployments: own },
      { role: other, deployments: [first] },
    ])
    const me = (await browser.ask('GET', '/api/v1/me')).body.data as Me
    expect(me.deployments.map(({ name }) => name)).toEqual(own)
    const waiting = me.waiting.map(({ deployment }) => deployment)
    expect(waiting.filter((each) => !own.some((name) => name === each))).toEqual([])
    const { data, error } = await search(browser)
    const searched = finders.has(role) ? own : finders.has(other) ? [first] : []
    expect(error).toBe(searched.length === 0 ? 'NOT_ALLOWED' : undefined)
    expect((data as Anywhere | null)?.map(({ deployment }) => deployment) ?? []).toEqual(searched)
  })
})

const namesIn = (data: unknown) =>
  (data as Anywhere).map(({ deployment, state, groups }) => [
    deployment,
    state,
    groups.flatMap(({ players }) => players.map(({ username }) => username)),
  ])

describe('a search of all deployments', () => {
  it('finds in each, shows addresses by the roles there, and leaves an entry in each', async () => {
    await grant([
      { role: 'privacy', deployments: ['local'] },
      { role: 'support', deployments: ['prod', 'relic'] },
    ])
    const browser = await test.signedIn(drawn)
    const form = registerForm({ Username: 'Everywhere', Email: 'everywhere@prod.test' })
    await registerPlayer(test.app, form, 'prod')
    const { data } = await search(browser)
    expect(namesIn(data)).toEqual([
      ['local', 'whole', ['Everywhere']],
      ['prod', 'whole', ['Everywhere']],
      ['relic', 'whole', []],
    ])
    const emails = (data as Anywhere).flatMap(({ groups }) =>
      groups.flatMap(({ players }) => players.map(({ email }) => email)),
    )
    expect(emails).toEqual(['everywhere@site.test', 'e••••e@prod.test'])
    const entries = await test.app.services.database.kysely
      .selectFrom('audit_log')
      .select(['deployment', 'details'])
      .where('command', '=', 'players find-anywhere')
      .where('who', '=', 'Sam Support')
      .execute()
    expect(new Set(entries.map(({ deployment }) => deployment))).toEqual(new Set(places))
    expect(JSON.stringify(entries)).not.toContain('verywhere')
  })

  it('is one search for the limit of its person', async () => {
    await grant([{ role: 'support', deployments: ['local', 'prod', 'relic'] }])
    const browser = await test.signedIn({ ...drawn, sub: 'seeker' })
    for (let count = 0; count < 3; count += 1) await search(browser)
    const { count } = await test.app.services.database.kysely
      .selectFrom('attempts')
      .select('count')
      .where('deployment', '=', '*')
      .where('kind', '=', 'staffSearches')
      .where(
        'subject_hash',
        '=',
        hashOf(staffKeyOf(test.provider.issuer, 'seeker').toString('hex')),
      )
      .executeTakeFirstOrThrow()
    expect(count).toBe(3)
  })

  it('names a deployment that fails, and loses nothing of the others', async () => {
    const { services } = test.app
    const local = services.deployments.byName('local')
    // The database takes no such name.
    const broken = { ...local, name: 'broken\u0000' }
    const deployments = { ...services.deployments, all: [broken, local] } as never
    const run = runAs({ ...services, deployments })
    expect(namesIn((await findAnywhere(run, 'everywhere')).data)).toEqual([
      ['broken\u0000', 'failed', []],
      ['local', 'whole', ['Everywhere']],
    ])
  })

  it('names those that take too long', async () => {
    const run = runAs(test.app.services)
    const late = (await findAnywhere(run, 'everywhere', 0)).data
    expect(new Set(late.map(({ state }) => state))).toEqual(new Set(['late']))
    // What was begun goes on, and this search comes after it.
    expect(namesIn((await findAnywhere(run, 'everywhere')).data)).toContainEqual([
      'relic',
      'whole',
      [],
    ])
  })
})

/** As a command line has it. */
function runAs(services: TestConsole['app']['services']) {
  const author = { who: 'root', why: '', staff: null, way: {} } as const
  const audit = auditBy(author, services.clock, 'players find-anywhere', null)
  return { services, at: null, author, audit }
}
