import { lifetimes } from '@gatehouse/contract/limits'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { enrol, firstStep, logInTwice, stepBody, strong } from '../../../test/fixtures/enrolled.ts'
import {
  addPasskey,
  proofForm,
  softPasskey,
  stepForm,
  switchOnByPasskey,
} from '../../../test/fixtures/passkeys/passkeySteps.ts'
import type { SoftPasskey } from '../../../test/fixtures/passkeys/softPasskey.ts'
import {
  registerForm,
  samplePassword,
  signedInPlayer,
} from '../../../test/fixtures/samples/samplePlayers.ts'
import { startApp, type TestApp } from '../../../test/fixtures/startApp.ts'
import type { TestVisitor } from '../../../test/fixtures/testVisitor.ts'
import { codeAt } from '../../../test/fixtures/totp.ts'

/* A passkey where it is not the whole log-in: after a password, and as a proof in a session. */

let app: TestApp
let count = 0

beforeAll(async () => {
  app = await startApp({ deployments: { local: strong } })
})
afterAll(() => app.close())

const nothing = { body: {} }
const refused = ['ERROR_PASSKEY_REFUSED@']
const expired = ['ERROR_SECOND_FACTOR_EXPIRED@']
const asksProof = ['ERROR_REAUTHENTICATION_REQUIRED@']

function newVisitor(): TestVisitor {
  count += 1
  return app.visitor('local', `198.18.${count >> 8}.${count & 255}`)
}

interface Player {
  readonly visitor: TestVisitor
  readonly passkey: SoftPasskey
  readonly codes: readonly string[]
}

/** A player whose second step is a passkey, with recovery codes. */
async function playerWithPasskey(
  Username: string,
  made: Parameters<typeof softPasskey>[1] = {},
): Promise<Player> {
  const visitor = await signedInPlayer(app, registerForm({ Username }))
  const passkey = softPasskey(app, made)
  return { visitor, passkey, codes: await switchOnByPasskey(visitor, passkey) }
}

async function methodsOf(visitor: TestVisitor): Promise<readonly string[]> {
  const { Id_User: id } = await visitor.readToken()
  const row = await app.services.database.kysely
    .selectFrom('sessions')
    .select('methods')
    .where('player_id', '=', id)
    .where('revoked_at', 'is', null)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  return row.methods
}

async function factorsOf(visitor: TestVisitor): Promise<number> {
  const { Id_User: id } = await visitor.readToken()
  const row = await app.services.database.kysely
    .selectFrom('players')
    .select('factors')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return row.factors
}

const subjects = async (name: string) =>
  (await app.mails(`${name.toLowerCase()}@site.test`)).map(({ subject }) => subject)

describe('a passkey as the second step of a log-in', () => {
  it('is offered first, opens a session once, and needs no verification after a password (AT-STR-27, G66)', async () => {
    const { passkey } = await playerWithPasskey('Ada')
    const visitor = newVisitor()
    const step = await firstStep(visitor, 'Ada')
    expect(step.Ways).toEqual(['passkey', 'recovery-code'])
    const { Options } = await visitor.call('secondStepOptions', { body: { Handle: step.Handle } })
    expect(Options).toMatchObject({
      userVerification: 'preferred',
      allowCredentials: [{ id: passkey.id }],
    })
    const form = await stepForm(visitor, step, passkey, { userVerified: false })
    const { Created, CodesLeft } = await visitor.call('secondStep', form)
    expect(CodesLeft).toBeNull()
    visitor.identity = Created
    expect(await methodsOf(visitor)).toEqual(['pwd', 'pk2'])
    // Both factors are fresh.
    await visitor.call('makeRecoveryCodes', nothing)
    expect((await visitor.refused('secondStep', form)).items).toEqual(expired)
  })

  it('answers its own log-in alone: of this handle, browser, player and purpose (SX-02, SX-04, SX-20, SX-21, G67)', async () => {
    const { visitor: home, passkey } = await playerWithPasskey('Bea')
    const foreign = await playerWithPasskey('Cleo')
    const visitor = newVisitor()
    const step = await firstStep(visitor, 'Bea')
    const { Handle } = step
    const thief = newVisitor()
    const other = await firstStep(thief, 'Bea')
    for (const [who, handle] of [
      [thief, Handle],
      [newVisitor(), Handle],
      [visitor, ''],
      [visitor, 'made-up'],
      [visitor, `${Handle.slice(0, -1)}x`],
    ] as const) {
      const answer = await who.refused('secondStepOptions', { body: { Handle: handle } })
      expect(answer.items).toEqual(expired)
    }
    const send = async (body: Awaited<ReturnType<typeof stepForm>>['body']) =>
      (await visitor.refused('secondStep', { body: { ...body, Handle } })).items
    const ofOther = await stepForm(thief, other, passkey)
    expect(await send(ofOther.body)).toEqual(refused)
    const proof = await proofForm(home, passkey)
    expect(await send({ ...ofOther.body, Credential: proof.body.Credential })).toEqual(refused)
    expect(await send((await stepForm(visitor, step, foreign.passkey)).body)).toEqual(refused)
    const { Credential: _, ...without } = ofOther.body
    const none = await visitor.refused('secondStep', { body: { ...without, Handle } })
    expect(none.items).toEqual(refused)
    // Four of five tries are gone; the right one still counts.
    await visitor.call('secondStep', await stepForm(visitor, step, passkey))
  })

  it('that was copied is refused, with its mail and its challenge spent, and the log-in goes on (AT-STR-12, SX-26, G68)', async () => {
    const { passkey, codes } = await playerWithPasskey('Dora', { counter: 5 })
    const visitor = newVisitor()
    const step = await firstStep(visitor, 'Dora')
    const form = await stepForm(visitor, step, passkey, { counter: 5 })
    expect((await visitor.refused('secondStep', form)).items).toEqual(refused)
    expect((await subjects('Dora')).at(-1)).toMatch(/may have been copied$/)
    expect((await visitor.refused('secondStep', form)).items).toEqual(refused)
    const mails = (await subjects('Dora')).filter((subject) => subject.endsWith('copied'))
    expect(mails).toHaveLength(1)
    const given = { Way: 'recovery-code', Code: codes[0] ?? '' } as const
    await visitor.call('secondStep', stepBody(step, given))
  })

  it('opens where wrong codes have shut the codes, and forgives them (SX-07, G69)', async () => {
    const { visitor: home, passkey } = await playerWithPasskey('Elsa')
    await home.call('prove', await proofForm(home, passkey))
    const player = await enrol(app, 'Elsa', home)
    for (let tries = 0; tries < 10; tries += 1) {
      const thief = newVisitor()
      const step = await firstStep(thief, 'Elsa')
      await thief.refused('secondStep', stepBody(step, { Code: '000000' }))
    }
    const visitor = newVisitor()
    const step = await firstStep(visitor, 'Elsa')
    const code = stepBody(step, { Code: codeAt(player.secret, app.clock.now()) })
    expect((await visitor.refused('secondStep', code)).items).toEqual(['ERROR_TOO_MANY_ATTEMPTS@'])
    await visitor.call('secondStep', await stepForm(visitor, step, passkey))
    await logInTwice(app, newVisitor(), player)
  })

  it('asks a handle twenty times at most, and a player without a passkey never (G70)', async () => {
    await playerWithPasskey('Fay')
    const visitor = newVisitor()
    const { Handle } = await firstStep(visitor, 'Fay')
    for (let asked = 0; asked < 20; asked += 1) {
      await visitor.call('secondStepOptions', { body: { Handle } })
    }
    const again = await visitor.refused('secondStepOptions', { body: { Handle } })
    expect(again.items).toEqual(['ERROR_TOO_MANY_ATTEMPTS@'])
    const plain = await signedInPlayer(app, registerForm({ Username: 'Gina' }))
    await enrol(app, 'Gina', plain)
    const other = newVisitor()
    const step = await firstStep(other, 'Gina')
    const none = await other.refused('secondStepOptions', { body: { Handle: step.Handle } })
    expect(none.items).toEqual(['ERROR_NOT_ALLOWED@'])
    expect((await plain.call('proofOptions', nothing)).Options).toBeNull()
  })
})

describe('a passkey as a proof in a session', () => {
  it('is both factors by one answer, for fifteen minutes (AT-STR-27, G71)', async () => {
    const { visitor, passkey } = await playerWithPasskey('Hana')
    app.clock.advance(lifetimes.reauthentication + 1)
    expect((await visitor.refused('makeRecoveryCodes', nothing)).items).toEqual(asksProof)
    const [item] = JSON.parse(visitor.last?.body ?? '{}').ErrorMessages
    expect(item.Proof.Ways).toEqual([['passkey'], ['password', 'recovery-code']])
    const form = await proofForm(visitor, passkey)
    const { First, Second } = await visitor.call('prove', form)
    expect([First, Second]).toEqual(Array(2).fill(app.clock.now().toISOString()))
    await visitor.call('makeRecoveryCodes', nothing)
    await visitor.call('setTwoStep', { body: { IsOn: false } })
    expect(await methodsOf(visitor)).toContain('pk')
    expect((await visitor.refused('prove', form)).items).toEqual(refused)
    app.clock.advance(lifetimes.reauthentication + 1)
    expect((await visitor.refused('makeRecoveryCodes', nothing)).items).toEqual(asksProof)
  })

  it('is of its session, purpose and player, and has seen its player (SX-21, SX-34, G72)', async () => {
    const { visitor, passkey } = await playerWithPasskey('Ivy')
    const foreign = await playerWithPasskey('Jo')
    const elsewhere = newVisitor()
    const step = await firstStep(elsewhere, 'Ivy')
    const logIn = await stepForm(elsewhere, step, passkey)
    const { Created } = await elsewhere.call('secondStep', logIn)
    elsewhere.identity = Created
    await elsewhere.readToken()
    const prove = async (Credential: typeof logIn.body.Credential) => {
      const body = { Way: 'passkey' as const, Password: '', Code: '', Credential }
      return (await visitor.refused('prove', { body })).items
    }
    expect(await prove((await proofForm(elsewhere, passkey)).body.Credential)).toEqual(refused)
    expect(await prove(logIn.body.Credential)).toEqual(refused)
    const theirs = await proofForm(visitor, foreign.passkey)
    expect(await prove(theirs.body.Credential)).toEqual(refused)
    const unverified = await proofForm(visitor, passkey, { userVerified: false })
    expect(await prove(unverified.body.Credential)).toEqual(refused)
    await visitor.call('prove', await proofForm(visitor, passkey))
  })

  it('that was copied proves nothing and keeps its mail (AT-STR-12, G73)', async () => {
    const { visitor, passkey } = await playerWithPasskey('Kim', { counter: 5 })
    app.clock.advance(lifetimes.reauthentication + 1)
    const form = await proofForm(visitor, passkey, { counter: 5 })
    expect((await visitor.refused('prove', form)).items).toEqual(refused)
    expect((await subjects('Kim')).at(-1)).toMatch(/may have been copied$/)
    expect((await visitor.refused('makeRecoveryCodes', nothing)).items).toEqual(asksProof)
  })
})

describe('two-step verification by passkey', () => {
  it('needs recovery codes, ends other sessions, and goes with its last factor only when it is off (G74)', async () => {
    const visitor = await signedInPlayer(app, registerForm({ Username: 'Lea' }))
    const elsewhere = newVisitor()
    await elsewhere.logIn('Lea', samplePassword)
    const passkey = softPasskey(app)
    const { Passkey } = await addPasskey(visitor, passkey)
    const on = { body: { IsOn: true } }
    expect((await visitor.refused('setTwoStep', on)).items).toEqual(['ERROR_NOT_ALLOWED@'])
    await visitor.call('makeRecoveryCodes', nothing)
    await visitor.call('setTwoStep', on)
    expect((await elsewhere.refused('listDevices', {})).status).toBe(401)
    await visitor.call('prove', await proofForm(visitor, passkey))
    const removal = { body: { Id: Passkey.Id } }
    expect((await visitor.refused('removePasskey', removal)).items).toEqual([
      'ERROR_TWO_STEP_NEEDED@',
    ])
    await visitor.call('setTwoStep', { body: { IsOn: false } })
    await visitor.call('removePasskey', removal)
    // Codes alone would be a second step that is never renewed.
    expect(await factorsOf(visitor)).toBe(0)
    await newVisitor().logIn('Lea', samplePassword)
  })
})
