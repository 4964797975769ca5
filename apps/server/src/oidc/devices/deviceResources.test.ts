import { decodeJwt } from 'jose'
import * as openid from 'openid-client'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  apiClients,
  configurationOf,
  inventory,
  stats,
  studio,
} from '../../../test/fixtures/apiClients.ts'
import { strong } from '../../../test/fixtures/enrolled.ts'
import { shareClock } from '../../../test/fixtures/processes/shareClock.ts'
import { registerForm, signedInPlayer } from '../../../test/fixtures/samples/samplePlayers.ts'
import { startApp, type TestApp } from '../../../test/fixtures/startApp.ts'
import { sampleClients } from '../../../test/fixtures/testClient.ts'
import { pickNumber, TestDevice } from '../../../test/fixtures/testDevice.ts'
import type { TestVisitor } from '../../../test/fixtures/testVisitor.ts'
import { askedResources } from './answerDevice.ts'

const arcade = {
  clientId: 'arcade',
  name: 'Arcade',
  applicationType: 'native' as const,
  device: true,
  firstParty: true,
  resources: { [inventory]: ['inventory:read'], [stats]: ['stats:read'] },
}
const scope = 'openid profile inventory:read inventory:write stats:read'
const ofInventory: [string, string] = ['resource', inventory]
const ofStats: [string, string] = ['resource', stats]

let app: TestApp
let pass: (seconds: number) => void
let device: TestDevice
let ada: TestVisitor
let count = 0

beforeAll(async () => {
  const clients = [...sampleClients, ...apiClients, arcade]
  app = await startApp({ deployments: { local: { ...strong, ...studio, clients } } })
  pass = shareClock(app.clock)
  device = new TestDevice(app, { clientId: 'arcade' })
})
beforeEach(async () => {
  pass(3600)
  count += 1
  ada = await signedInPlayer(app, registerForm({ Username: `Ada${count}` }))
})
afterAll(async () => {
  vi.useRealTimers()
  await app.close()
})

/** Lets the device in that asked for APIs. */
async function letIn(asked: readonly [string, string][], wanted = scope) {
  const shown = await device.ask(wanted, asked)
  await pickNumber(ada, shown.code, shown.number)
  return shown
}

describe('a device that asks for an API of the studio', () => {
  it('gets a token for it, of the scopes that its client may have (O96)', async () => {
    const tokens = await device.poll(await letIn([ofInventory]), [ofInventory])
    const claims = decodeJwt(tokens.access_token)
    expect(claims).toMatchObject({
      aud: inventory,
      client_id: 'arcade',
      scope: 'inventory:read',
      sub: String((await ada.readToken()).Id_User),
      acr: 'urn:gatehouse:acr:1',
    })
    expect(claims['auth_time']).toBeTypeOf('number')
    await expect(device.userInfo(tokens.access_token)).rejects.toThrow(/.+/)
  })

  it('gets one for each API that it named, and one for userinfo without a name (O96)', async () => {
    const first = await device.poll(await letIn([ofInventory, ofStats]))
    expect(await device.userInfo(first.access_token)).toMatchObject({
      preferred_username: `Ada${count}`,
    })
    const second = await device.refresh(first.refresh_token, [ofInventory])
    expect(decodeJwt(second.access_token)).toMatchObject({ scope: 'inventory:read' })
    const third = await device.refresh(second.refresh_token, [ofStats])
    const server = await configurationOf(app, 'stats')
    expect(await openid.tokenIntrospection(server, third.access_token)).toMatchObject({
      active: true,
      aud: stats,
      scope: 'stats:read',
    })
    const { Id_User: userId } = await ada.readToken()
    await app.services.database.kysely
      .updateTable('sessions')
      .set({ revoked_at: app.clock.now() })
      .where('player_id', '=', userId)
      .execute()
    expect(await openid.tokenIntrospection(server, third.access_token)).toEqual({ active: false })
  })

  it('gets none that it did not ask for, and no code for one that it may not have (O96)', async () => {
    for (const foreign of ['https://elsewhere.test', `${inventory}/`, 'inventory']) {
      await expect(device.ask(scope, [['resource', foreign]])).rejects.toMatchObject({
        error: 'invalid_target',
      })
    }
    const shown = await letIn([ofStats])
    await expect(device.poll(shown, [ofInventory])).rejects.toMatchObject({
      error: 'invalid_target',
    })
    const plain = await device.poll(await letIn([], 'openid'))
    await expect(device.refresh(plain.refresh_token, [ofStats])).rejects.toMatchObject({
      error: 'invalid_target',
    })
  })
})

it('An entry that has lost an API while a device waited has it no more', () => {
  const resources = { [stats]: ['stats:read'] }
  const none = { resource: undefined, scopes: [] }
  expect(askedResources({ resources }, { resource: inventory, scope })).toEqual(none)
  expect(askedResources({ resources }, { resource: [inventory, stats], scope })).toEqual({
    resource: stats,
    scopes: ['stats:read'],
  })
  expect(askedResources({ resources }, undefined)).toEqual(none)
  expect(askedResources({ resources }, { resource: 'toString', scope })).toEqual(none)
})
