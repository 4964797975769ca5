import { identityProviderOf } from '@gatehouse/contract/identityProviderRow'
import { identityProviderNames } from '@gatehouse/contract/identityProviderNames'
import type { IdentityProviderName } from '@gatehouse/contract/identityProviders'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startLinkingApp } from '../fixtures/partners/startLinkingApp.ts'
import { type StandIns, startStandIns } from '../fixtures/processes/standIns.ts'
import { arrives, type Failure, failuresOf, type Query } from '../fixtures/serviceFailures.ts'
import { logInByLibrary } from '../fixtures/serviceLibraries.ts'
import { newAccountId, serviceDeployment, startAt } from '../fixtures/services.ts'
import { signInAt } from '../fixtures/signInAt.ts'
import type { TestApp } from '../fixtures/startApp.ts'

/*
 * Public libraries of the services as judges of our stand-ins: they take what a stand-in answers, and
 * refuse what our server refuses.
 */

let standIns: StandIns
let app: TestApp

beforeAll(async () => {
  standIns = await startStandIns()
  app = await startLinkingApp(standIns, {
    settings: { LIMITS: 'off' },
    deployments: { local: serviceDeployment },
  })
})
afterAll(async () => {
  await app.close()
  await standIns.stop()
})

const isOpenId = (service: IdentityProviderName) =>
  identityProviderOf(service).finishTakes === 'openid-assertion'

/**
 * A library says nothing of a clock that is ours, of slowness (it waits), and of a return without a code,
 * which its site handles.
 */
function isForLibraries(service: IdentityProviderName, failure: Failure): boolean {
  const { switches = {}, query, ahead } = failure
  const hasNoCode = !isOpenId(service) && (query !== undefined || 'deny' in switches)
  return ahead === undefined && !('slowMs' in switches) && !hasNoCode
}

/** The account that a library takes; each refuses in its own words. */
function verdictOf(
  service: IdentityProviderName,
  id: string,
  bend?: (query: Query) => Query,
): Promise<string> {
  return logInByLibrary(standIns, service, id, bend).catch(() => 'refused')
}

describe.each(identityProviderNames)('the library of %s', (service) => {
  const { standIn = service } = identityProviderOf(service)

  it('takes the account that the stand-in confirms', async () => {
    const id = newAccountId(service)
    expect(await logInByLibrary(standIns, service, id)).toBe(id)
  })

  it('takes a way back once', async () => {
    const id = newAccountId(service)
    let first: Query = {}
    const keep = (query: Query) => (first = query)
    expect(await verdictOf(service, id, keep)).toBe(id)
    expect(await verdictOf(service, id, () => first)).toBe('refused')
  })

  const judged = failuresOf(service).filter((failure) => isForLibraries(service, failure))
  it.each(judged)('agrees with our server about $named', async (failure) => {
    const { switches = {}, query, outcome } = failure
    const id = newAccountId(service)
    await standIns.people(standIn, [{ id, name: 'Mira', switches }])
    const verdict = await verdictOf(service, id, query)
    await standIns.people(standIn, [])
    expect(verdict).toBe(outcome === arrives ? id : 'refused')
  })

  it('refuses an account that is deleted at the service, as our server does', async () => {
    const id = newAccountId(service)
    await standIns.people(standIn, [{ id, name: 'Mira', vanished: true }])
    expect(await verdictOf(service, id)).toBe('refused')
    await standIns.people(standIn, [])
  })
})

/** What an attacker makes of the way back. */
const forgeries: readonly (readonly [string, (query: Query) => Query])[] = [
  ...['claimed_id', 'identity', 'return_to', 'op_endpoint', 'signed', 'sig', 'assoc_handle'].map(
    (name) =>
      [
        `another ${name}`,
        (query: Query) => ({ ...query, [`openid.${name}`]: `${query[`openid.${name}`]}1` }),
      ] as const,
  ),
  ['an empty nonce', (query) => ({ ...query, 'openid.response_nonce': '' })],
  ['one more parameter', (query) => ({ ...query, 'openid.ext1': 'x' })],
  [
    'an identity of another person',
    (query) => {
      const other = newAccountId('steam')
      const identity = query['openid.identity']?.replace(/\d{17}$/, other) ?? ''
      return { ...query, 'openid.identity': identity, 'openid.claimed_id': identity }
    },
  ],
  [
    'an identity of another host',
    (query) => {
      const identity = `https://steamcommunity.com.evil.example/openid/id/${newAccountId('steam')}`
      return { ...query, 'openid.identity': identity, 'openid.claimed_id': identity }
    },
  ],
]

describe('a forged assertion of Steam', () => {
  it.each(forgeries)('with %s is refused by the library and by our server', async (_, bend) => {
    const id = newAccountId('steam')
    expect(await verdictOf('steam', id, bend)).toBe('refused')
    app.clock.catchUp()
    const visitor = app.visitor()
    const { state = '', ...query } = await signInAt(await startAt(visitor, 'steam'), id)
    const body = { ...bend(query), state }
    const path = { service: 'steam' } as const
    const { items } = await visitor.refused('serviceLogIn', { path, body })
    expect(items).toEqual(['ERROR_SERVICE_DENIED@'])
  })
})
