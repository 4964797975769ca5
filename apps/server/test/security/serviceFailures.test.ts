import { camelCase, identityProviderNames } from '@gatehouse/contract/identityProviderNames'
import { identityProviderOf } from '@gatehouse/contract/identityProviderRow'
import type { IdentityProviderName } from '@gatehouse/contract/identityProviders'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { answerTime } from '../../src/platform/http-client/outbound.ts'
import { startLinkingApp } from '../fixtures/partners/startLinkingApp.ts'
import { type StandIns, startStandIns } from '../fixtures/processes/standIns.ts'
import {
  arrival,
  arrive,
  newAccountId,
  registered,
  serviceDeployment,
  startAt,
} from '../fixtures/services.ts'
import {
  arrives,
  denied,
  failuresOf,
  type Outcome,
  type Query,
} from '../fixtures/serviceFailures.ts'
import { signInAt } from '../fixtures/signInAt.ts'
import type { TestApp } from '../fixtures/startApp.ts'
import type { TestVisitor } from '../fixtures/testVisitor.ts'

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

  /** A player who came with the service, and how the linked account is shown. */
  async function playerOf(Username: string) {
    const id = newAccountId(service)
    await standIns.people(standIn, [{ id, name: 'Old name' }])
    const visitor = app.visitor()
    await registered(visitor, await arrival(visitor, service, id), Username)
    const shown = async () => {
      const rows = await visitor.call('listConnections', {})
      return rows.find(({ CanonicalName }) => CanonicalName === service)
    }
    return { id, shown }
  }

  it('is the same player’s after a new name there, which is shown from then on', async () => {
    const { id, shown } = await playerOf(`Renamed${camelCase(service)}`)
    expect(await shown()).toMatchObject({ ConnectName: 'Old name' })
    await standIns.people(standIn, [{ id, name: 'New name' }])
    expect(await arrive(app.visitor(), service, id)).toMatchObject({ Arrival: null })
    expect(await shown()).toMatchObject({ ConnectName: 'New name' })
  })

  it('is denied once the account is deleted there, and works again when it is back', async () => {
    const { id, shown } = await playerOf(`Deleted${camelCase(service)}`)
    const visitor = app.visitor()
    const body = await signInAt(await startAt(visitor, service), id)
    await standIns.people(standIn, [{ id, name: 'Old name', vanished: true }])
    expect(await answerOf(visitor, service, body)).toEqual(denied)
    // The link stays: who deletes an account there may have it back for weeks.
    expect(await shown()).toMatchObject({ ConnectName: 'Old name', IsLinked: true })
    await standIns.people(standIn, [{ id, name: 'Old name' }])
    expect(await arrive(visitor, service, id)).toMatchObject({ Arrival: null })
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
