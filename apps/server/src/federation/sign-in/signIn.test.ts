import { signInMethods } from '@gatehouse/contract/activity'
import {
  camelCase,
  identityProviderNames,
  signInCallbackPathOf,
} from '@gatehouse/contract/identityProviderNames'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startLinkingApp } from '../../../test/fixtures/partners/startLinkingApp.ts'
import { type StandIns, startStandIns } from '../../../test/fixtures/processes/standIns.ts'
import {
  linkToken,
  registerForm,
  samplePassword,
  signedInPlayer,
} from '../../../test/fixtures/samples/samplePlayers.ts'
import {
  arrival,
  arrive,
  comeBack,
  newAccountId,
  registered,
  serviceDeployment,
  startAt,
} from '../../../test/fixtures/services.ts'
import { signInAt } from '../../../test/fixtures/signInAt.ts'
import type { TestApp } from '../../../test/fixtures/startApp.ts'

/* Each service of the table as a way in. */

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

describe.each(identityProviderNames)('logging in with %s', (service) => {
  const newId = () => newAccountId(service)

  it('makes an account for a new player in two calls, and opens it with one press from then on', async () => {
    const id = newId()
    const visitor = app.visitor()
    const Arrival = await arrival(visitor, service, id)
    expect(Arrival).toMatchObject({ CanonicalName: service, IsLinked: false })
    await registered(visitor, Arrival, `New${camelCase(service)}`)
    const profile = await visitor.call('readProfile', {
      path: { userId: (await visitor.readToken()).Id_User },
      query: {},
    })
    expect(profile).toMatchObject({ IsUnconfirmed: true })
    const security = await visitor.call('readSecurity', {})
    expect(security).toMatchObject({ HasPassword: false })
    expect(security.Services).toMatchObject([{ CanonicalName: service, SignsIn: true }])

    const later = app.visitor()
    const back = await arrive(later, service, id)
    expect(back).toMatchObject({ Arrival: null, Created: expect.any(String) })
    later.identity = back.Created ?? ''
    expect((await later.readToken()).Id_User).toBe(profile.Id)
    const { Devices } = await later.call('listDevices', {})
    expect(Devices.find(({ IsThis }) => IsThis)?.Methods).toEqual([`svc:${service}`])
    expect(signInMethods).toContain(`svc:${service}`)
  })

  it('opens no account that has it linked alone, until the player switches it on (AT-STR-38)', async () => {
    const id = newId()
    const name = `Linker${camelCase(service)}`
    const visitor = await signedInPlayer(app, registerForm({ Username: name }))
    const Arrival = await arrival(visitor, service, id)
    app.clock.advance(1)
    await visitor.logIn(name, samplePassword)
    await visitor.call('joinService', { body: { Ticket: Arrival.Ticket } })
    const off = { CanonicalName: service, IsOn: false }
    await visitor.call('setServiceSignIn', { body: off })
    const stranger = app.visitor()
    expect(await arrival(stranger, service, id)).toMatchObject({ IsLinked: true })
    await visitor.call('setServiceSignIn', { body: { ...off, IsOn: true } })
    expect(await arrive(app.visitor(), service, id)).toMatchObject({ Arrival: null })
  })

  it('says which of its ways failed, and uses the way back up (SX-37)', async () => {
    const visitor = app.visitor()
    const cancelled = await signInAt(await startAt(visitor, service), 'cancel')
    expect((await comeBack(visitor, service, cancelled)).items).toEqual([
      'ERROR_SERVICE_CANCELLED@',
    ])
    const query = await signInAt(await startAt(visitor, service), newId())
    expect(await visitor.call('serviceLogIn', { path: { service }, body: query })).toMatchObject({
      Created: null,
    })
    expect((await comeBack(visitor, service, query)).items).toEqual(['ERROR_SERVICE_EXPIRED@'])
  })

  it('returns to its own path of the portal alone', async () => {
    const address = await startAt(app.visitor(), service)
    expect(decodeURIComponent(address)).toContain(signInCallbackPathOf(service))
  })
})

it('confirms the address of a new player by the mail, and keeps the way in', async () => {
  const id = newAccountId('twitch')
  const visitor = app.visitor()
  await registered(visitor, await arrival(visitor, 'twitch', id), 'Mailed')
  const Uid = await linkToken(app, 'mailed@site.test')
  await app.visitor().call('confirmEmail', { body: { Uid } })
  const { Id_User: userId } = await visitor.readToken()
  const profile = await visitor.call('readProfile', { path: { userId }, query: {} })
  expect(profile.IsUnconfirmed).toBeUndefined()
  expect(await arrive(app.visitor(), 'twitch', id)).toMatchObject({ Arrival: null })
})

it('an altered or older answer of Steam is denied, and one for another log-in (SX-37)', async () => {
  const victim = newAccountId('steam')
  const own = newAccountId('steam')
  const visitor = app.visitor()
  const query = await signInAt(await startAt(visitor, 'steam'), own)
  const forged = Object.fromEntries(
    Object.entries(query).map(([name, value]) => [name, value.replace(own, victim)]),
  )
  expect((await comeBack(visitor, 'steam', forged)).items).toEqual(['ERROR_SERVICE_DENIED@'])
  // The answer to one request does not serve the next: its return address has another state.
  const old = await signInAt(await startAt(visitor, 'steam'), own)
  const { state = '' } = await signInAt(await startAt(visitor, 'steam'), own)
  expect((await comeBack(visitor, 'steam', { ...old, state })).items).toEqual([
    'ERROR_SERVICE_DENIED@',
  ])
})
