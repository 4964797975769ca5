import { supportNoteHeader } from '@gatehouse/contract/headers'
import { everyAct } from '@gatehouse/contract/acts/everyAct'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { noteMailRefused } from '../../src/database/operations/mailOutcomes.ts'
import { enrolledPlayer, firstStep, stepBody } from '../fixtures/enrolled.ts'
import { gatehouse, jsonOutputOf } from '../fixtures/processes/runGatehouse.ts'
import {
  confirmedPlayer,
  registerForm,
  registerPlayer,
  samplePassword,
  signedInPlayer,
} from '../fixtures/samples/samplePlayers.ts'
import type { DeploymentName } from '../fixtures/startApp.ts'
import {
  people,
  type StaffBrowser,
  startConsole,
  type TestConsole,
} from '../fixtures/staff/startConsole.ts'
import { logInForm, type TestVisitor } from '../fixtures/testVisitor.ts'

/* The true cause of a refusal beside its support code: the account's own, and never the player's to read. */

let test: TestConsole
let sam: StaffBrowser

/** `local` answers as the specification does, `prod` conceals which accounts there are, and so does `sandbox`. */
const places = ['local', 'prod', 'sandbox'] as const

beforeAll(async () => {
  const on = { EnableSupportCode: true, EnableSecuritySection: true }
  test = await startConsole({
    settings: { LIMITS: 'off' },
    deployments: {
      local: { ...on, StrongSignIn: 'optional' },
      prod: { ...on, enumerationProtection: 'strict' },
      sandbox: { ...on, enumerationProtection: 'strict', StrongSignIn: 'optional' },
      relic: on,
    },
  })
  sam = await test.signedIn(people.sam)
  for (const place of places) await populate(place)
})
afterAll(() => test.close())

const states = ['Confirmed', 'Unconfirmed', 'Banned', 'Frozen', 'Bounced', 'Partnered'] as const

async function populate(place: DeploymentName): Promise<void> {
  const { kysely } = test.app.services.database
  for (const Username of states) {
    const form = registerForm({ Username })
    await (Username === 'Unconfirmed' ? registerPlayer : confirmedPlayer)(test.app, form, place)
  }
  const change = (username: string, set: object) =>
    kysely
      .updateTable('players')
      .set(set)
      .where('deployment', '=', place)
      .where('username', '=', username)
      .execute()
  const now = test.app.clock.now()
  await change('Banned', { banned_at: now })
  await change('Frozen', { frozen_at: now })
  await change('Partnered', { auth_type: 2, auth_partner: 'Relic', password_hash: null })
  await noteMailRefused(kysely, place, 'bounced@site.test', now)
}

const noteOf = ({ last }: TestVisitor) => String(last?.headers[supportNoteHeader] ?? '')

async function codeOf(visitor: TestVisitor, more: object = {}): Promise<string> {
  const body = { Incident: noteOf(visitor), Screen: '/login', Language: 'fr', Read: '', ...more }
  return (await visitor.call('makeSupportCode', { body })).Code
}

interface Opened {
  readonly cause: string
  readonly why: string
  readonly act: { readonly name: string; readonly hindrance: string | null } | null
  readonly account: { readonly id: number; readonly username: string } | null
  readonly say: { readonly read: string; readonly english: string }
  readonly words: readonly { readonly code: string }[]
}

const opened = async (code: string, place: DeploymentName = 'local', more = '') =>
  (await jsonOutputOf(
    test.app,
    `support-codes open ${code} --deployment ${place} ${more}`,
  )) as Opened

async function refusedLogIn(place: DeploymentName, name: string, Password: string) {
  const visitor = test.app.visitor(place)
  await visitor.refused('logIn', { body: logInForm({ UsernameOrEmail: name, Password }) })
  return visitor
}

async function openedOf(place: DeploymentName, name: string, password: string): Promise<Opened> {
  return opened(await codeOf(await refusedLogIn(place, name, password)), place)
}

/** The newest refusal in the timeline of a player. */
async function inTimeline(place: DeploymentName, name: string) {
  const line = `players timeline ${name} --deployment ${place} --from refusals --why test`
  const { entries } = (await jsonOutputOf(test.app, line)) as {
    entries: readonly { readonly act: string; readonly why: string }[]
  }
  return entries[0]
}

const passwords = [
  ['right', samplePassword],
  ['wrong', 'Wrong1Horses'],
] as const

/** Every refused log-in: a deployment, a state, a name or an address, a password. */
const refusals = places.flatMap((place) =>
  states.flatMap((state) =>
    [state, `${state.toLowerCase()}@site.test`].flatMap((name) =>
      passwords
        .filter(([which]) => which === 'wrong' || !['Confirmed', 'Bounced'].includes(state))
        .map(([which, password]) => ({ place, state, name, which, password })),
    ),
  ),
)

describe('the cause of a refusal', () => {
  it.each(refusals)(
    'is that of the timeline: $name of $place with the $which password',
    async ({ place, state, name, password }) => {
      const { kysely } = test.app.services.database
      await sql`delete from refused_log_ins`.execute(kysely)
      const visitor = await refusedLogIn(place, name, password)
      expect(noteOf(visitor)).toHaveLength(700)
      const found = await opened(await codeOf(visitor), place)
      // It is kept once the answer has left.
      await expect.poll(() => inTimeline(place, state)).toMatchObject({ act: found.cause })
      const timeline = await inTimeline(place, state)
      expect(found).toMatchObject({ account: { username: state } })
      expect(found.why).not.toContain('or no account')
      expect(timeline?.why).not.toContain('or no account')
    },
  )

  it('is that of the timeline for second steps too, also for a text that is no code and for used up tries', async () => {
    const { name } = await enrolledPlayer(test.app, 'Twofold', 'sandbox')
    const visitor = test.app.visitor('sandbox')
    const step = await firstStep(visitor, name)
    for (const Code of ['12345', '000000', '000000', '000000', '000000', '000000', '000000']) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await visitor.refused('secondStep', stepBody(step, { Code }))
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const found = await opened(await codeOf(visitor), 'sandbox')
      expect(found).toMatchObject({ account: { username: name }, act: null })
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const timeline = await jsonOutputOf(
        test.app,
        `players timeline ${name} --deployment sandbox --from refusals --why test`,
      )
      const { entries } = timeline as { entries: readonly { readonly act: string }[] }
      expect(entries.map(({ act }) => act)).toContain(found.cause)
    }
  })

  it('stays unknown to the player: equal answers for every state and for none', async () => {
    const answers = await Promise.all(
      [...states, 'Missing'].map(async (name) => {
        const { last } = await refusedLogIn('prod', name, 'Wrong1Horses')
        const { date: _, [supportNoteHeader]: note, ...headers } = last?.headers ?? {}
        return { body: last?.body, length: String(note).length, names: Object.keys(headers) }
      }),
    )
    expect(new Set(answers.map((each) => JSON.stringify(each))).size).toBe(1)
  })

  it('decides the act that helps', async () => {
    const right = samplePassword
    const rows = [
      [await openedOf('prod', 'unconfirmed@site.test', right), 'players resend-confirmation'],
      [await openedOf('prod', 'Banned', right), 'players unban'],
      [await openedOf('prod', 'Frozen', right), 'players send-recovery'],
      [await openedOf('prod', 'Confirmed', 'Wrong1Horses'), 'players send-recovery'],
      [await openedOf('prod', 'Bounced', 'Wrong1Horses'), 'players send-recovery'],
    ] as const
    expect(rows.map(([{ act }]) => act?.name)).toEqual(rows.map(([, name]) => name))
    expect(rows[4][0].why).toContain('The mailbox of the account has refused')
    expect(await openedOf('prod', 'Partnered', 'Wrong1Horses')).toMatchObject({
      act: null,
      why: expect.stringContaining('by a partner'),
    })
    expect(await openedOf('prod', 'Missing', 'Wrong1Horses')).toMatchObject({
      act: null,
      account: null,
      why: expect.stringContaining('No account here'),
    })
  })

  it('names Caps Lock, as the browser says', async () => {
    const visitor = await refusedLogIn('prod', 'Confirmed', 'wRONG1hORSES')
    const code = await codeOf(visitor, { CapsLock: true })
    expect(await opened(code, 'prod')).toMatchObject({
      capsLock: true,
      why: expect.stringContaining('Caps Lock was on'),
    })
  })

  it('is no hindrance any more once the account is another one', async () => {
    await registerPlayer(test.app, registerForm({ Username: 'Latest' }), 'local')
    const visitor = await refusedLogIn('local', 'Latest', samplePassword)
    const code = await codeOf(visitor)
    expect((await opened(code)).act).toMatchObject({ hindrance: null })
    const { kysely } = test.app.services.database
    await sql`update players set confirmed_at = now() where username = 'Latest'`.execute(kysely)
    expect((await opened(code)).act).toMatchObject({
      name: 'players resend-confirmation',
      hindrance: expect.stringContaining('confirmed the address already'),
    })
    await gatehouse(test.app, 'players erase Latest --deployment local --why "asked to"')
    expect(await opened(code)).toMatchObject({
      act: null,
      why: 'The account was deleted after this.',
      account: { username: '', deleted: expect.any(String) },
    })
  })
})

describe('the sentence to read out', () => {
  it('is in the language of the player, and follows from what the player read alone', async () => {
    const spoken = new Map<string, Set<string>>()
    for (const { place, name, password } of refusals) {
      // oxlint-disable-next-line no-await-in-loop -- they are counted
      const visitor = await refusedLogIn(place, name, password)
      // oxlint-disable-next-line no-await-in-loop -- they are counted
      const { words, say } = await opened(await codeOf(visitor), place)
      expect(say.read).not.toBe(say.english)
      const read = words.map(({ code }) => code).join()
      spoken.set(read, (spoken.get(read) ?? new Set()).add(say.read))
    }
    const missing = await refusedLogIn('prod', 'Missing', 'Wrong1Horses')
    const { say } = await opened(await codeOf(missing), 'prod')
    spoken.get('ERROR_USERNAME_PASSWORD_INCORRECT')?.add(say.read)
    expect([...spoken.values()].map(({ size }) => size)).toEqual([...spoken].map(() => 1))
  })
})

describe('a code of another deployment', () => {
  it('is found where its deployment is the person’s, and leads there; elsewhere there is none', async () => {
    const [own, foreign] = [
      await codeOf(await refusedLogIn('prod', 'Confirmed', 'Wrong1Horses')),
      await codeOf(await refusedLogIn('sandbox', 'Confirmed', 'Wrong1Horses')),
    ]
    expect((await sam.order('support-codes find', { code: own })).body.data).toMatchObject({
      deployment: 'prod',
    })
    const wrong = await sam.order('support-codes open', { code: own, deployment: 'local' })
    expect(wrong.body).toMatchObject({ error: 'CODE_ELSEWHERE', data: { deployment: 'prod' } })
    const unknown = { error: 'CODE_UNKNOWN' }
    expect((await sam.order('support-codes find', { code: foreign })).body).toMatchObject(unknown)
    const order = { code: foreign, deployment: 'local' }
    const hidden = await sam.order('support-codes open', order)
    const none = await sam.order('support-codes open', { ...order, code: 'AAAA-AAAA-AA' })
    expect(hidden.body).toEqual(none.body)
    const bea = await test.signedIn(people.bea)
    expect((await bea.order('support-codes find', { code: own })).body.error).toBe('NOT_ALLOWED')
  })

  it('names an account there, once the name is the one that was typed', async () => {
    await confirmedPlayer(test.app, registerForm({ Username: 'Wanderer' }), 'prod')
    const code = await codeOf(await refusedLogIn('local', 'Wanderer', samplePassword))
    const look = async (browser: StaffBrowser, name?: string) => {
      const order = { code, deployment: 'local', ...(name && { name }) }
      return (await browser.order('support-codes open', order)).body.data
    }
    expect(await look(sam)).toMatchObject({ elsewhere: [], why: expect.stringContaining('No acc') })
    expect(await look(sam, 'Confirmed')).toMatchObject({
      nameTyped: 'not the same',
      elsewhere: [],
    })
    expect(await look(sam, 'wanderer')).toMatchObject({
      nameTyped: 'same',
      elsewhere: [{ deployment: 'prod', username: 'Wanderer' }],
      why: expect.stringContaining('one of another deployment has'),
    })
  })
})

describe('the account beside a code', () => {
  it('is for those alone who may look at players, masked, and its player reads of the look', async () => {
    const { roles } = everyAct['support-codes open']
    expect(roles.every((role) => everyAct['players show'].roles.includes(role))).toBe(true)
    const player = await signedInPlayer(test.app, registerForm({ Username: 'Regarded' }))
    const code = await codeOf(await refusedLogIn('local', 'Regarded', 'Wrong1Horses'))
    const order = { code, deployment: 'local' }
    for (const _ of [1, 2]) {
      // oxlint-disable-next-line no-await-in-loop -- twice
      const { data } = (await sam.order('support-codes open', order)).body
      expect(data).toMatchObject({
        player: null,
        account: { username: 'Regarded', email: 'r••••d@site.test', secondSteps: [], linked: [] },
        other: null,
      })
    }
    const { Entries } = await player.call('listActivity', { query: {} })
    expect(Entries.filter(({ Act }) => Act === 'support-looked')).toHaveLength(1)
  })
})
