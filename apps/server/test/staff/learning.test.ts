import type { ActRow, Role } from '@gatehouse/contract/acts/act'
import { type Mask, seenBy } from '@gatehouse/contract/acts/answers'
import { type ActName, actNames, everyAct } from '@gatehouse/contract/acts/everyAct'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { gatehouse } from '../fixtures/processes/runGatehouse.ts'
import { orderSamples, supportCodes } from '../fixtures/samples/orderSamples.ts'
import { registerForm, signedInPlayer } from '../fixtures/samples/samplePlayers.ts'
import {
  people,
  type StaffAnswer,
  type StaffBrowser,
  startConsole,
  type TestConsole,
} from '../fixtures/staff/startConsole.ts'

/*
 * What a role may not see of a player it does not learn: not by an answer, a refusal, a trial, a request
 * or an entry of the audit log, whatever name it gives for the player.
 */

let test: TestConsole

const id = 73_100_001
const address = 'zora.hidden@site.test'

/** What is known of the player, by the class that says which staff see it. */
const facts: readonly (readonly [string, Mask])[] = [
  [address, 'address'],
  [String(id), 'player'],
  ['203.0.113.7', 'network'],
  ['198.51.100.77', 'network'],
  ['Byron', 'personal'],
  ['1990-12-10', 'personal'],
]

const roles = [
  [people.ada, 'operator'],
  [people.sam, 'support'],
  [people.bea, 'brand'],
  [people.pia, 'privacy'],
  [people.aud, 'auditor'],
] as const

const inConsole = actNames.filter((name) => (everyAct[name] as ActRow).roles.length > 0)
const fieldsOf = (name: ActName) => Object.keys(everyAct[name].order.shape)
const takesPlayer = (name: ActName) => fieldsOf(name).some((field) => /^players?$/.test(field))

beforeAll(async () => {
  test = await startConsole({
    settings: { LIMITS: 'off' },
    deployments: { local: { EnableSecuritySection: true, EnableSupportCode: true } },
  })
  const { app } = test
  const { kysely } = app.services.database
  await sql`select setval(pg_get_serial_sequence('players', 'id'), ${id - 1})`.execute(kysely)
  const zora = await signedInPlayer(
    app,
    registerForm({ Username: 'Zora', Email: address, ConfirmEmail: address }),
  )
  await zora.call('optInUser', { body: { ListId: 1, IsOptIn: true, IsG2GOptIn: true } })
  await signedInPlayer(app, registerForm({ Username: 'Rival' }))
  await gatehouse(app, 'ip-bans add 198.51.100.77 --deployment local --why ticket')
  supportCodes.push('AAAA-AAAA-AA')
})
afterAll(() => test.close())

/** An order of an act, on a player whom it names so. */
function orderOf(name: ActName, player: string): Record<string, unknown> {
  const given = fieldsOf(name).map((field) => {
    if (field === 'player' || field === 'players') return [field, player] as const
    if (field === 'blocked') return [field, 'Rival'] as const
    // Whole lists.
    if (field === 'subject') return [field, undefined] as const
    if (field === 'limit') return [field, name === 'players timeline' ? '200' : '10000'] as const
    return [field, orderSamples[field]?.[0]] as const
  })
  return Object.fromEntries(given.filter(([, value]) => value !== undefined))
}

async function answersOf(browser: StaffBrowser, name: ActName, player: string) {
  const order = orderOf(name, player)
  const answers: StaffAnswer[] = []
  for (const asked of [{ dryRun: true, why: '' }, {}, {}, { why: '' }]) {
    answers.push(await browser.order(name, order, asked))
  }
  const { approval } = answers[1]?.body ?? {}
  if (approval) {
    const request = { deployment: 'local', id: approval.id }
    answers.push(await browser.order('approvals show', request))
    answers.push(await browser.order('approvals list', { deployment: 'local' }))
    answers.push(await browser.order('approvals withdraw', request))
  }
  return answers
}

/** An act that shows a fact to a role on purpose: its row says so. */
const shows: Readonly<Partial<Record<ActName, string>>> = { 'players reveal': address }

/** Whether an answer holds a fact apart from what the person has typed. */
const holds = (answer: StaffAnswer, fact: string, typed: string) =>
  JSON.stringify(answer.body).replaceAll(typed, '').includes(fact)

describe.each(roles)('$0.name', (person, role) => {
  let browser: StaffBrowser
  beforeAll(async () => {
    browser = await test.signedIn(person)
  })

  it.each(inConsole.filter((name) => (everyAct[name] as ActRow).roles.includes(role)))(
    'learns by %s nothing of a class that the role does not see',
    async (name) => {
      const names = takesPlayer(name) ? ['Zora', `id=${id}`, address] : ['']
      for (const named of names) {
        for (const answer of await answersOf(browser, name, named)) {
          const learnt = facts.filter(
            ([fact, mask]) =>
              seenBy(mask, [role]) !== 'whole' &&
              shows[name] !== fact &&
              holds(answer, fact, named === '' ? '\0' : named),
          )
          expect([named, answer.status, learnt]).toEqual([named, answer.status, []])
        }
        // The next name finds the player as the first one did.
        await setBack()
      }
    },
  )

  it.each(
    inConsole.filter(
      (name) => takesPlayer(name) && (everyAct[name] as ActRow).roles.includes(role),
    ),
  )('learns by %s of no account that it may not name so', async (name) => {
    const ways: readonly (readonly [Mask, string, string])[] = [
      ['address', address, 'nobody.hidden@site.test'],
      ['player', `id=${id}`, 'id=73199999'],
    ]
    for (const [mask, real, none] of ways.filter(([each]) => seenBy(each, [role]) === null)) {
      const [known, unknown] = [
        await answersOf(browser, name, real),
        await answersOf(browser, name, none),
      ]
      const errors = known.map(({ body }) => body.error)
      expect([mask, ...new Set(errors)].slice(0, 2)).toEqual([mask, 'NAMED_OTHERWISE'])
      expect(known).toEqual(unknown)
    }
  })
})

async function setBack(): Promise<void> {
  await sql`update players set frozen_at = null, banned_at = null, banned_until = null`.execute(
    test.app.services.database.kysely,
  )
}

it('a name of another way is refused at its field, by its code, and leaves no entry', async () => {
  const bea = await test.signedIn(people.bea)
  const order = { deployment: 'local', player: address, badge: 'beta', title: 'Beta' }
  const count = async () =>
    (await test.app.services.database.kysely.selectFrom('audit_log').select('id').execute()).length
  const before = await count()
  const { status, body } = await bea.order('badges give', order)
  expect([status, body.error, body.fields]).toEqual([
    400,
    'NAMED_OTHERWISE',
    [{ path: 'player', message: 'names a player otherwise than by username' }],
  ])
  expect(await count()).toBe(before)
  const given = await bea.order('badges give', { ...order, player: 'Zora' })
  expect([given.status, given.body.data, given.body.message]).toEqual([
    200,
    {},
    'Zora has the badge beta.',
  ])
})

it('a service with the role of brand managers names players by username, too', async () => {
  const token = await test.provider.serviceToken('http://console.test')
  const headers = { authorization: `Bearer ${token}` }
  const ask = (player: string) =>
    test
      .browser()
      .order(
        'badges give',
        { deployment: 'local', player, badge: 'beta2', title: 'B' },
        { dryRun: true, headers },
      )
  expect((await ask(address)).body.error).toBe('NAMED_OTHERWISE')
  expect((await ask('Zora')).body.message).toBe('Zora has the badge beta2.')
})

it('everyone has a role of the table here', () => {
  const of = new Set<Role>(roles.map(([, role]) => role))
  expect(of.size).toBe(5)
})
