import { identityProviderNames } from '@gatehouse/contract/identityProviderNames'
import { identityProviderOf } from '@gatehouse/contract/identityProviderRow'
import type { IdentityProviderName } from '@gatehouse/contract/identityProviders'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { answerTime } from '../../src/platform/http-client/outbound.ts'
import { startLinkingApp } from '../fixtures/partners/startLinkingApp.ts'
import { type StandIns, startStandIns } from '../fixtures/processes/standIns.ts'
import { arrival, arrive, newAccountId, serviceDeployment, startAt } from '../fixtures/services.ts'
import { signInAt } from '../fixtures/signInAt.ts'
import type { TestApp } from '../fixtures/startApp.ts'
import type { TestVisitor } from '../fixtures/testVisitor.ts'
import { isThorough } from '../fixtures/isThorough.ts'

/*
 * Each service fails in each of its ways. A player reads a sentence that names the service and another
 * way to log in (ServiceNote), by one of four codes; nothing is an error of ours.
 */

let standIns: StandIns
let app: TestApp
const { milliseconds } = answerTime

beforeAll(async () => {
  standIns = await startStandIns()
  app = await startLinkingApp(standIns, {
    settings: { LIMITS: 'off' },
    deployments: { local: serviceDeployment },
  })
})
beforeEach(() => app.clock.catchUp())
afterAll(async () => {
  answerTime.milliseconds = milliseconds
  await app.close()
  await standIns.stop()
})

const cancelled = [400, 'ERROR_SERVICE_CANCELLED@']
const denied = [400, 'ERROR_SERVICE_DENIED@']
const unreachable = [503, 'ERROR_SERVICE_UNREACHABLE@']
const arrives = [200, 'a name of 1 to 64 characters']

type Outcome = readonly (number | string)[]
type Query = Readonly<Record<string, string>>

interface Failure {
  readonly named: string
  readonly outcome: Outcome
  /** Switches of the account at the stand-in. */
  readonly switches?: Readonly<Record<string, unknown>>
  /** What the browser brings back in place of the true answer. */
  readonly query?: (query: Query) => Query
  /** Seconds by which our clock is ahead. */
  readonly ahead?: number
}

/** The stand-ins' wrong answers to a server. */
const wrongAnswers = (
  'html htmlAsJson badGateway timeout serverError redirect empty emptyObject list null truncated deep ' +
  'proto huge bomb cut'
).split(' ')

/** Answers of a server that any service may give: a whole one that means nothing is none either. */
const general: readonly Failure[] = [
  ...wrongAnswers
    // Two are large, and the night has more time.
    .filter((answer) => isThorough || !['huge', 'bomb'].includes(answer))
    .map((answer) => ({
      named: `the answer ${answer}`,
      switches: { answer },
      outcome: unreachable,
    })),
  { named: 'status 429', switches: { rateLimited: true, retryAfter: 0 }, outcome: unreachable },
  { named: 'no answer', switches: { down: true }, outcome: unreachable },
  { named: 'a slow answer', switches: { slowMs: 1500 }, outcome: unreachable },
  { named: 'a player who refuses', switches: { deny: true }, outcome: cancelled },
  {
    named: 'a name that is longer than a line',
    switches: { hostile: 'longName' },
    outcome: arrives,
  },
  { named: 'an empty name', switches: { hostile: 'emptyName' }, outcome: arrives },
  { named: 'a name of markup', switches: { hostile: 'htmlName' }, outcome: arrives },
]

/** Errors in the address that the browser comes back to (RFC 6749). */
const ofOAuth: readonly Failure[] = [
  ...[
    ['access_denied', cancelled],
    ['server_error', unreachable],
    ['temporarily_unavailable', unreachable],
    ['invalid_request', denied],
    ['unauthorized_client', denied],
    ['unsupported_response_type', denied],
    // Scopes that are not configured, or a client for members of its organisation alone.
    ['invalid_scope', denied],
    ['consent_required', denied],
  ].map(([error, outcome]) => ({
    named: `the error ${String(error)}`,
    outcome: outcome as Outcome,
    query: ({ state = '' }: Query) => ({ state, error: String(error), error_description: 'no' }),
  })),
  { named: 'no code', outcome: denied, query: ({ state = '' }) => ({ state }) },
  { named: 'a code that is refused', switches: { badCode: true }, outcome: denied },
]

const own: Readonly<Record<IdentityProviderName, readonly Failure[]>> = {
  steam: [
    {
      named: 'the mode error',
      outcome: denied,
      query: ({ state = '' }) => ({ state, 'openid.mode': 'error', 'openid.error': 'Invalid' }),
    },
    { named: 'a wrong signature', switches: { badSig: true }, outcome: denied },
    { named: 'a check that says no', switches: { rejectAll: true }, outcome: denied },
    { named: 'an answer of yesterday', switches: { nonceAgeMs: 86_400_000 }, outcome: denied },
    { named: 'an answer of tomorrow', switches: { nonceAgeMs: -86_400_000 }, outcome: denied },
    { named: 'a server’s clock that is ahead', ahead: 400, outcome: denied },
    { named: '403 to this data centre', switches: { blocksServers: true }, outcome: unreachable },
    { named: 'a key that was revoked', switches: { badKey: true }, outcome: unreachable },
    {
      named: 'the identity by another scheme',
      outcome: denied,
      query: (query) =>
        Object.fromEntries(
          Object.entries(query).map(([name, value]) => [
            name,
            /claimed_id|identity/.test(name) ? value.replace('http:', 'https:') : value,
          ]),
        ),
    },
  ],
  twitch: [
    { named: 'a token that has ended', switches: { tokenRevoked: true }, outcome: unreachable },
  ],
  'epic-games': [
    {
      named: 'terms to agree to at Epic Games first',
      switches: { correctiveAction: true },
      outcome: denied,
    },
    { named: 'a token that has ended', switches: { tokenRevoked: true }, outcome: unreachable },
  ],
  'game-pass': [
    ...[
      2148916222, 2148916223, 2148916227, 2148916229, 2148916233, 2148916234, 2148916235,
      2148916236, 2148916237, 2148916238, 2148916299,
    ].map((xerr) => ({ named: `XErr ${xerr}`, switches: { xerr }, outcome: denied })),
    { named: 'a token that has ended', switches: { tokenRevoked: true }, outcome: unreachable },
  ],
}

function failuresOf(service: IdentityProviderName): readonly Failure[] {
  const isOAuth = identityProviderOf(service).finishTakes !== 'openid-assertion'
  return [...general, ...(isOAuth ? ofOAuth : []), ...own[service]]
}

/** The refusal of a way back, or how it arrives. */
async function answerOf(
  visitor: TestVisitor,
  service: IdentityProviderName,
  body: Query,
): Promise<Outcome> {
  const answer = await visitor.call('serviceLogIn', { path: { service }, body }).catch(() => null)
  if (answer === null) {
    const { statusCode = 0, body: refusal = '{}' } = visitor.last ?? {}
    const { ErrorMessages } = JSON.parse(refusal) as Refusal
    return [statusCode, ...ErrorMessages.map((one) => `${one.ErrorMessage}@${one.Property}`)]
  }
  const length = answer.Arrival?.AccountName.length ?? 0
  return length > 0 && length <= 64 ? arrives : [200, `a name of ${length} characters`]
}

interface Refusal {
  readonly ErrorMessages: readonly { readonly ErrorMessage: string; readonly Property: string }[]
}

describe.each(identityProviderNames)('a log-in with %s', (service) => {
  const { standIn = service } = identityProviderOf(service)

  // A success between two failures: after five in a row, the service would be left alone.
  beforeEach(async () => {
    answerTime.milliseconds = milliseconds
    await arrival(app.visitor(), service, newAccountId(service))
  })

  it.each(failuresOf(service))('and $named ends in words', async (failure) => {
    const { switches = {}, query = (same) => same, ahead = 0, outcome } = failure
    const id = newAccountId(service)
    await standIns.people(standIn, [{ id, name: 'Mira', switches }])
    if ('slowMs' in switches) answerTime.milliseconds = 1000
    const visitor = app.visitor()
    const body = query(await signInAt(await startAt(visitor, service), id))
    app.clock.advance(ahead)
    const answered = await answerOf(visitor, service, body)
    app.clock.advance(-ahead)
    expect(answered).toEqual(outcome)
    // Nothing was used up: the player tries again.
    await standIns.people(standIn, [])
    expect(await arrive(visitor, service, id)).toMatchObject({ Created: null })
  })
})

it('a private profile of Steam arrives by its name, and an account of Twitch without an address', async () => {
  const hidden = newAccountId('steam')
  await standIns.people('steam', [{ id: hidden, name: 'Ghost', isPrivate: true }])
  const ghost = await arrival(app.visitor(), 'steam', hidden)
  expect(ghost.AccountName).toBe('Ghost')
  for (const email of ['', null, undefined]) {
    const id = newAccountId('twitch')
    // oxlint-disable-next-line no-await-in-loop -- one list of accounts at a time
    await standIns.people('twitch', [{ id, name: 'Mira', email }])
    // oxlint-disable-next-line no-await-in-loop -- the same
    expect(await arrival(app.visitor(), 'twitch', id)).toMatchObject({ AccountName: 'Mira' })
  }
})
