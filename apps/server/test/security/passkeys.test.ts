import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  addPasskey,
  logInWithPasskey,
  passkeyForm,
  refusedPasskey,
  softPasskey,
  strong,
} from '../fixtures/passkeys/passkeySteps.ts'
import type { Cbor } from '../fixtures/passkeys/cbor.ts'
import type { SoftPasskey, Claimed } from '../fixtures/passkeys/softPasskey.ts'
import { registerForm, signedInPlayer } from '../fixtures/samples/samplePlayers.ts'
import { startApp, type TestApp } from '../fixtures/startApp.ts'
import type { TestVisitor } from '../fixtures/testVisitor.ts'

/*
 * The answers of an attacker's browser and authenticator. Each refusal leaves the passkey as it
 * was: its owner logs in afterwards.
 */

let app: TestApp
let owner: TestVisitor
let passkey: SoftPasskey
let addresses = 0

const refusedAs = (code: string) => [`ERROR_PASSKEY_${code}@`]
/** From an address that has no refusals yet. */
const newcomer = (name: 'local' | 'avalanche' = 'local') => {
  addresses += 1
  return app.visitor(name, `198.51.100.${addresses}`)
}
/** A point of a curve, as the parts of a key. */
const pointOn = (namedCurve: string) => {
  const { publicKey } = generateKeyPairSync('ec', { namedCurve })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  return { x: Buffer.from(x, 'base64url'), y: Buffer.from(y, 'base64url') }
}
/** An ES256 key in COSE, of the curve with that number: 1 is P-256, 2 is P-384. */
const es256 = (curve: number, { x, y }: { readonly x: Buffer; readonly y: Buffer }): Cbor => [
  [1, 2],
  [3, -7],
  [-1, curve],
  [-2, x],
  [-3, y],
]
const player = (Username: string) => signedInPlayer(app, registerForm({ Username }))

beforeAll(async () => {
  app = await startApp({
    deployments: {
      local: { ...strong, AccountUrl: 'http://a.site.test', passkeys: { rpId: 'site.test' } },
      avalanche: { ...strong, AccountUrl: 'http://b.site.test', passkeys: { rpId: 'site.test' } },
      sandbox: { ...strong, AccountUrl: 'http://c.other.test' },
    },
  })
  owner = await player('Victoria')
  passkey = softPasskey(app)
  await addPasskey(owner, passkey)
})
afterAll(() => app.close())

describe('an answer of a passkey', () => {
  const wrong: readonly (readonly [string, Claimed])[] = [
    ['another scheme (SX-23)', { origin: 'https://a.site.test' }],
    ['another port (SX-23)', { origin: 'http://a.site.test:81' }],
    ['a host below (SX-23)', { origin: 'http://evil.a.site.test' }],
    ['a sister deployment (SX-23)', { origin: 'http://b.site.test' }],
    ['no origin (SX-23)', { origin: 'null' }],
    ['the making of a passkey (SX-23)', { type: 'webauthn.create' }],
    ['a frame of another site (SX-24)', { crossOrigin: true }],
    ['a frame with its page (SX-24)', { crossOrigin: true, topOrigin: 'http://evil.test' }],
    ['a page above without a frame (SX-24)', { topOrigin: 'http://evil.test' }],
    ['a frame that is said by a text (SX-24)', { crossOrigin: 'false' }],
    ['another domain (SX-25)', { rpId: 'evil.test' }],
    ['nobody verified (SX-25)', { userVerified: false }],
    ['nobody present (SX-25)', { userPresent: false }],
    ['a passkey that can suddenly be copied (SX-26)', { backupEligible: true }],
    ['a copy of what cannot be copied (SX-26)', { backedUp: true }],
    ['no player (SX-27)', { userHandle: null }],
    ['an empty player (SX-27)', { userHandle: '' }],
    ['an unknown player (SX-27)', { userHandle: randomBytes(32).toString('base64url') }],
    ['an invented challenge (SX-21)', { challenge: randomBytes(54).toString('base64url') }],
    ['no challenge (SX-21)', { challenge: '' }],
  ]
  it.each(wrong)('that is of %s is refused (S61)', async (_, claimed) => {
    expect(await refusedPasskey(newcomer(), passkey, claimed)).toEqual(refusedAs('REFUSED'))
    await logInWithPasskey(newcomer(), passkey)
  })

  it('that another key signed is refused (SX-25, S61)', async () => {
    const signedBy = softPasskey(app)
    expect(await refusedPasskey(newcomer(), passkey, { signedBy })).toEqual(refusedAs('REFUSED'))
  })

  it('names its own player alone (SX-27)', async () => {
    const other = await player('Wilma')
    const hers = softPasskey(app)
    await addPasskey(other, hers)
    const claimed = { userHandle: hers.userHandle }
    expect(await refusedPasskey(newcomer(), passkey, claimed)).toEqual(refusedAs('REFUSED'))
  })

  it('to a challenge for adding, of a sister, altered, or over is refused (SX-21)', async () => {
    const { Options: forAdding } = await owner.call('passkeyOptions', { body: {} })
    const sister = app.visitor('avalanche')
    const { Options: ofSister } = await sister.call('passkeyLogInOptions', {
      body: { ClientId: '' },
    })
    const { Options } = await owner.call('passkeyLogInOptions', { body: { ClientId: '' } })
    const bytes = Buffer.from(Options.challenge, 'base64url')
    const altered = bytes.map((byte, at) => (at === 20 ? byte ^ 1 : byte))
    // Base64 with other spare bits, padding, or its own alphabet is another text of the same bytes.
    for (const challenge of [
      forAdding.challenge,
      ofSister.challenge,
      Buffer.from(altered).toString('base64url'),
      `${Options.challenge}=`,
      bytes.toString('base64').replaceAll('=', ''),
    ].filter((each) => each !== Options.challenge)) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      expect(await refusedPasskey(newcomer(), passkey, { challenge })).toEqual(refusedAs('REFUSED'))
    }
    const late = await passkeyForm(newcomer(), passkey)
    app.clock.advance(10 * 60)
    expect((await newcomer().refused('passkeyLogIn', late)).items).toEqual(refusedAs('REFUSED'))
  })

  it('opens one session, however often it is sent at once (SX-22, S63)', async () => {
    const form = await passkeyForm(newcomer(), passkey)
    const visitors = Array.from({ length: 20 }, () => newcomer())
    const answers = await Promise.all(
      visitors.map((visitor) => visitor.call('passkeyLogIn', form).catch(() => null)),
    )
    expect(answers.filter((answer) => answer !== null)).toHaveLength(1)
    expect((await newcomer().refused('passkeyLogIn', form)).items).toEqual(refusedAs('REFUSED'))
  })

  it('with one counter opens one session, of two at one moment (SX-32)', async () => {
    const visitor = await player('Xenia')
    const counting = softPasskey(app, { counter: 3 })
    await addPasskey(visitor, counting)
    const forms = [
      await passkeyForm(newcomer(), counting, { counter: 9 }),
      await passkeyForm(newcomer(), counting, { counter: 9 }),
    ]
    const answers = await Promise.all(
      forms.map((form) =>
        newcomer()
          .call('passkeyLogIn', form)
          .catch(() => null),
      ),
    )
    expect(answers.filter((answer) => answer !== null)).toHaveLength(1)
    expect(await refusedPasskey(newcomer(), counting, { counter: 8 })).toEqual(refusedAs('REFUSED'))
    const subjects = (await app.mails('xenia@site.test')).map(({ subject }) => subject)
    expect(subjects.filter((subject) => subject.endsWith('may have been copied'))).toHaveLength(2)
  })

  it('is refused beyond 30 wrong ones from an address (S64)', async () => {
    const visitor = newcomer()
    const claimed = { userVerified: false }
    for (let count = 0; count < 30; count += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      expect(await refusedPasskey(visitor, passkey, claimed)).toEqual(refusedAs('REFUSED'))
    }
    expect(await refusedPasskey(visitor, passkey, claimed)).toEqual(['ERROR_TOO_MANY_ATTEMPTS@'])
  })
})

describe('the question of a log-in', () => {
  it('says nothing of any player, and writes nothing (SX-20)', async () => {
    const visitor = newcomer()
    const ask = () => visitor.call('passkeyLogInOptions', { body: { ClientId: '' } })
    const asked = await Promise.all(Array.from({ length: 200 }, ask))
    const rest = asked.map(({ Options }) => JSON.stringify({ ...Options, challenge: '' }))
    expect(new Set(rest).size).toBe(1)
    expect(rest[0]).toContain('"allowCredentials":[]')
    expect(new Set(asked.map(({ Options }) => Options.challenge)).size).toBe(200)
    expect(new Set(asked.map(({ Options }) => Options.challenge.length)).size).toBe(1)
  })
})

describe('a new passkey', () => {
  it('with the credential of another player is refused, and changes nothing (SX-28, S65)', async () => {
    const thief = await player('Yara')
    const copy = softPasskey(app, { credentialId: passkey.credentialId })
    const { Options } = await thief.call('passkeyOptions', { body: {} })
    const body = { Credential: copy.create(Options), Name: 'Mine' }
    expect((await thief.refused('addPasskey', { body })).items).toEqual(refusedAs('EXIST'))
    const answer = await logInWithPasskey(newcomer(), passkey)
    expect(answer.Signal.Name).toBe('Victoria')
    expect((await thief.call('readSecurity', {})).Passkeys).toEqual([])
  })

  it('is not added twice by its own player (SX-28)', async () => {
    const visitor = await player('Zoe')
    const own = softPasskey(app)
    await addPasskey(visitor, own)
    const { Options } = await visitor.call('passkeyOptions', { body: {} })
    const body = { Credential: own.create(Options), Name: 'Again' }
    expect((await visitor.refused('addPasskey', { body })).items).toEqual(refusedAs('EXIST'))
  })

  it('answers the session that asked for it, once (SX-29)', async () => {
    const thief = await player('Abby')
    const { Options } = await owner.call('passkeyOptions', { body: {} })
    const made = softPasskey(app)
    const body = { Credential: made.create(Options), Name: 'x' }
    expect((await thief.refused('addPasskey', { body })).items).toEqual(refusedAs('REFUSED'))
    const elsewhere = app.visitor()
    await logInWithPasskey(elsewhere, passkey)
    expect((await elsewhere.refused('addPasskey', { body })).items).toEqual(refusedAs('REFUSED'))
    await owner.call('addPasskey', { body })
    const again = { ...body, Credential: softPasskey(app).create(Options) }
    expect((await owner.refused('addPasskey', { body: again })).items).toEqual(refusedAs('REFUSED'))
  })

  it.each([
    ['an ES256 key on P-384', es256(2, pointOn('P-384'))],
    ['an ES256 key that calls a point of P-384 one of P-256', es256(1, pointOn('P-384'))],
    ['an ES256 key that calls a point of P-256 one of P-384', es256(2, pointOn('P-256'))],
    ['an ES256 key on no curve', es256(1, { x: randomBytes(32), y: randomBytes(32) })],
    ['an ES256 key without a point', es256(1, { x: Buffer.alloc(0), y: Buffer.alloc(0) })],
  ] satisfies [string, Cbor][])('with %s is refused', async (_, shownKey) => {
    const { Options } = await owner.call('passkeyOptions', { body: {} })
    const body = { Credential: softPasskey(app, { shownKey }).create(Options), Name: 'x' }
    expect((await owner.refused('addPasskey', { body })).items).toEqual(refusedAs('REFUSED'))
  })

  it('has an id of at most 1,023 bytes', async () => {
    const add = async (length: number) => {
      const { Options } = await owner.call('passkeyOptions', { body: {} })
      const made = softPasskey(app, { credentialId: randomBytes(length) })
      return { body: { Credential: made.create(Options), Name: 'x' } }
    }
    expect((await owner.refused('addPasskey', await add(1024))).items).toEqual([
      'INVALID_REQUEST@Credential',
    ])
    await owner.call('addPasskey', await add(1023))
  })

  it.each([
    { userVerified: false },
    { userPresent: false },
    { origin: 'http://b.site.test' },
    { rpId: 'evil.test' },
    { crossOrigin: true },
    { backedUp: true },
    { type: 'webauthn.get' },
  ] satisfies Claimed[])('is refused with %j (SX-25, SX-26)', async (claimed) => {
    const { Options } = await owner.call('passkeyOptions', { body: {} })
    const body = { Credential: softPasskey(app).create(Options, claimed), Name: 'x' }
    expect((await owner.refused('addPasskey', { body })).items).toEqual(refusedAs('REFUSED'))
  })
})

describe('a player who may not enter', () => {
  it('learns why after a right signature alone (SX-30, S66)', async () => {
    const visitor = await player('Bertha')
    const hers = softPasskey(app)
    await addPasskey(visitor, hers)
    const change = (set: Record<string, unknown>) =>
      app.fresh.database.kysely
        .updateTable('players')
        .set(set)
        .where('deployment', '=', 'local')
        .where('username', '=', 'Bertha')
        .execute()
    const now = app.clock.now()
    const states: readonly (readonly [Record<string, unknown>, string])[] = [
      [{ banned_at: now }, 'ERROR_USER_BANNED@'],
      [{ frozen_at: now, banned_at: null }, 'ERROR_ACCOUNT_FROZEN@'],
      [{ frozen_at: null, confirmed_at: null }, 'ERROR_USER_CONFIRMED@'],
    ]
    for (const [set, code] of states) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await change(set)
      // oxlint-disable-next-line no-await-in-loop
      expect(await refusedPasskey(newcomer(), hers, { userVerified: false })).toEqual(
        refusedAs('REFUSED'),
      )
      // oxlint-disable-next-line no-await-in-loop
      expect(await refusedPasskey(newcomer(), hers)).toEqual([code])
    }
    await change({ confirmed_at: now })
    await logInWithPasskey(newcomer(), hers)
  })

  it('of a sister deployment is unknown here, and the device keeps the passkey (SX-31, S67)', async () => {
    const visitor = newcomer('avalanche')
    const { Options } = await visitor.call('passkeyLogInOptions', { body: { ClientId: '' } })
    const { origin } = app.deployment('avalanche')
    const Credential = passkey.get(Options, { origin })
    const body = { Credential, ClientId: '', RedirectUrl: '', StudioName: '' }
    expect((await visitor.refused('passkeyLogIn', { body })).items).toEqual(refusedAs('UNKNOWN'))
    expect(visitor.last?.json()).toMatchObject({ ErrorMessages: [{ Forget: false }] })
  })
})
