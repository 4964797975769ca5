import { type GameService, gameServices } from '@gatehouse/contract/identityProviderRow'
import { lifetimes } from '@gatehouse/contract/limits'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { enrol } from '../../../test/fixtures/enrolled.ts'
import { exchange, gameApi, gameDeployment, gameToken } from '../../../test/fixtures/games.ts'
import { startLinkingApp } from '../../../test/fixtures/partners/startLinkingApp.ts'
import { type StandIns, startStandIns } from '../../../test/fixtures/processes/standIns.ts'
import { jsonOutputOf } from '../../../test/fixtures/processes/runGatehouse.ts'
import { linkToken } from '../../../test/fixtures/samples/samplePlayers.ts'
import { arrival, newAccountId, registered } from '../../../test/fixtures/services.ts'
import type { TestApp } from '../../../test/fixtures/startApp.ts'
import { TestDevice } from '../../../test/fixtures/testDevice.ts'
import type { TestVisitor } from '../../../test/fixtures/testVisitor.ts'
import { insertIpBan } from '../../database/auth/ipBans.ts'
import { deploymentOf } from '../../deployments/deployments.ts'

/* Games that sign their players in by a token of the service that they were started from. */

let standIns: StandIns
let app: TestApp
let game: TestDevice
let count = 0

beforeAll(async () => {
  standIns = await startStandIns()
  app = await startLinkingApp(standIns, { deployments: { local: gameDeployment } })
  game = new TestDevice(app, { clientId: 'lantern' })
})
afterAll(async () => {
  await app.close()
  await standIns.stop()
})

interface Owner {
  readonly id: string
  readonly playerId: number
  readonly visitor: TestVisitor
  readonly name: string
}

/** A player with a confirmed address, whose account was made with a service. */
async function ownerAt(service: GameService, isConfirmed = true): Promise<Owner> {
  count += 1
  const id = newAccountId(service)
  const name = `Gamer${count}`
  const visitor = app.visitor('local', `203.0.113.${count}`)
  await registered(visitor, await arrival(visitor, service, id), name)
  if (isConfirmed) {
    const Uid = await linkToken(app, `${name.toLowerCase()}@site.test`)
    await app.visitor().call('confirmEmail', { body: { Uid } })
  }
  return { id, name, visitor, playerId: (await visitor.readToken()).Id_User }
}

async function reasonOf(service: GameService, token: string) {
  const { status, body } = await exchange(app, service, token)
  const { error, reason, page } = body
  return [status, error, reason, ...(page === undefined ? [] : [new URL(page).pathname])]
}

const refused = (reason: string, ...page: string[]) => [400, 'invalid_request', reason, ...page]

describe.each(gameServices)('a game from %s', (service) => {
  const tokenOf = ({ id }: Pick<Owner, 'id'>, changes = {}) =>
    gameToken(standIns, service, id, changes)

  it('signs its player in without a browser, and says truly how', async () => {
    const owner = await ownerAt(service)
    const { status, body } = await exchange(app, service, await tokenOf(owner))
    expect([status, body]).toMatchObject([
      200,
      {
        token_type: 'Bearer',
        issued_token_type: 'urn:ietf:params:oauth:token-type:access_token',
        scope: 'openid profile',
      },
    ])
    const claims = decodeJwt(body['id_token'] ?? '')
    expect(claims).toMatchObject({
      sub: String(owner.playerId),
      aud: 'lantern',
      name: owner.name,
      acr: 'urn:gatehouse:acr:1',
    })
    expect(claims).not.toHaveProperty('amr')
    expect(await game.userInfo(body['access_token'] ?? '')).toMatchObject({ name: owner.name })
    const next = await game.refresh(body['refresh_token'])
    expect(await game.userInfo(next.access_token)).toHaveProperty('sub')
  })

  it('is under Devices and in the activity of its player, who ends it there', async () => {
    const owner = await ownerAt(service)
    const { body } = await exchange(app, service, await tokenOf(owner))
    const { Devices } = await owner.visitor.call('listDevices', {})
    const found = Devices.find(({ IsThis }) => !IsThis)
    expect(found).toMatchObject({ Methods: [`svc:${service}`] })
    const { Entries } = await owner.visitor.call('listActivity', { query: {} })
    expect(Entries[0]).toMatchObject({
      Act: 'signed-in',
      Shown: { Methods: [`svc:${service}`], IsNewBrowser: false },
    })
    await owner.visitor.call('endDevice', { body: { Id: found?.Id ?? '' } })
    await expect(game.refresh(body['refresh_token'])).rejects.toMatchObject({
      error: 'invalid_grant',
    })
  })

  it('gets a token for an API of the studio, which says how its player was authenticated', async () => {
    const owner = await ownerAt(service)
    const asked = { resource: gameApi, scope: 'openid scores' }
    const { body } = await exchange(app, service, await tokenOf(owner), asked)
    expect(decodeJwt(body['access_token'] ?? '')).toMatchObject({
      aud: gameApi,
      scope: 'scores',
      sub: String(owner.playerId),
      acr: 'urn:gatehouse:acr:1',
    })
    const wrong = await exchange(app, service, await tokenOf(owner), {
      resource: 'https://x.example',
    })
    expect(wrong.body).toMatchObject({ error: 'invalid_target' })
  })

  it('is refused a token that was used, in any spelling', async () => {
    const owner = await ownerAt(service)
    const token = await tokenOf(owner)
    const both = await Promise.all([exchange(app, service, token), exchange(app, service, token)])
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 400]))
    expect(await reasonOf(service, token)).toEqual(refused('token_used'))
    const other = service === 'steam' ? token.toUpperCase() : token
    expect(await reasonOf(service, other)).toEqual(refused('token_used'))
  })

  it('is refused for an account that nobody has linked, with the page that links it', async () => {
    const token = await tokenOf({ id: newAccountId(service) })
    expect(await reasonOf(service, token)).toEqual(refused('not_linked', '/account/link-account'))
  })

  it('is refused for an account that is linked and no way in', async () => {
    const owner = await ownerAt(service)
    await app.services.database.kysely
      .updateTable('connections')
      .set({ signs_in: false })
      .where('player_id', '=', owner.playerId)
      .execute()
    expect(await reasonOf(service, await tokenOf(owner))).toEqual(
      refused('not_a_way_in', '/account/security'),
    )
  })

  it('is refused while the player has not confirmed the address', async () => {
    const owner = await ownerAt(service, false)
    expect(await reasonOf(service, await tokenOf(owner))).toEqual(
      refused('unconfirmed', '/account'),
    )
  })

  it.each([
    ['banned_at', refused('banned', '/login')],
    ['frozen_at', refused('frozen', '/account-safety')],
    ['deleted_at', refused('not_linked', '/account/link-account')],
  ] as const)('is refused for a player with %s, and uses no token up', async (column, answer) => {
    const owner = await ownerAt(service)
    const token = await tokenOf(owner)
    const change = (at: Date | null) =>
      app.services.database.kysely
        .updateTable('players')
        .set({ [column]: at })
        .where('id', '=', owner.playerId)
        .execute()
    await change(app.clock.now())
    expect(await reasonOf(service, token)).toEqual(answer)
    await change(null)
    expect((await exchange(app, service, token)).status).toBe(200)
  })

  it('is refused where the player has a second step, which a game cannot ask', async () => {
    const owner = await ownerAt(service)
    await enrol(app, owner.name, owner.visitor)
    await owner.visitor.call('setTwoStep', { body: { IsOn: true } })
    app.clock.catchUp()
    expect(await reasonOf(service, await tokenOf(owner))).toEqual(refused('second_step'))
  })

  it('is refused from a banned address, before the service is asked', async () => {
    const network = '198.51.100.0/24'
    const { kysely } = app.services.database
    const id = await insertIpBan(kysely, 'local', { network, scope: 'login', until: null })
    try {
      expect(await reasonOf(service, 'aa')).toEqual(refused('address_banned'))
    } finally {
      await kysely.deleteFrom('ip_bans').where('id', '=', id).execute()
    }
  })

  it('with an id of its own takes the tokens of that game alone', async () => {
    const owner = await ownerAt(service)
    const ofEmber = await tokenOf(owner, { appid: '570', aud: 'sample-ember' })
    expect(await reasonOf(service, ofEmber)).toEqual(refused('token_invalid'))
    const given = { client_id: 'ember' }
    const { body } = await exchange(app, service, await tokenOf(owner), given)
    expect(body).toMatchObject({ reason: 'token_invalid' })
    const answer = await exchange(app, service, ofEmber, given)
    expect(decodeJwt(answer.body['id_token'] ?? '')).toMatchObject({
      aud: 'ember',
      sub: String(owner.playerId),
    })
  })

  it('of a client whose entry does not say so is refused', async () => {
    const owner = await ownerAt(service)
    const given = { client_id: 'other-game' }
    const { body } = await exchange(app, service, await tokenOf(owner), given)
    expect(body).toMatchObject({
      error: 'unauthorized_client',
      error_description: expect.stringContaining('exchanges is empty'),
    })
  })

  it('asks for no other kind of token, and for nobody else', async () => {
    const token = await tokenOf({ id: newAccountId(service) })
    for (const given of [
      { requested_token_type: 'urn:ietf:params:oauth:token-type:saml2' },
      { actor_token: 'x' },
      { subject_token: '' },
      { subject_token_type: 'urn:ietf:params:oauth:token-type:jwt' },
    ]) {
      // oxlint-disable-next-line no-await-in-loop -- one request after the other
      const { body } = await exchange(app, service, token, given)
      expect(body).toMatchObject({ error: 'invalid_request' })
      expect(body).not.toHaveProperty('reason')
    }
  })
})

describe('a ticket of Steam', () => {
  it.each([
    ['another title’s', { appid: '570' }],
    ['another service’s of the same title', { identity: 'matchmaking' }],
    ['an older kind, for nobody in particular', { identity: '' }],
  ])('that is %s is refused', async (_, changes) => {
    const { id } = await ownerAt('steam')
    const token = await gameToken(standIns, 'steam', id, changes)
    expect(await reasonOf('steam', token)).toEqual(refused('token_invalid'))
  })

  it.each(['no hex', 'abc', 'ab'.repeat(5000), 'abcd'])('%# is refused', async (token) => {
    expect(await reasonOf('steam', token)).toEqual(refused('token_invalid'))
  })

  it('of a shared game is its player’s, not its owner’s', async () => {
    const [player, lender] = [await ownerAt('steam'), await ownerAt('steam')]
    const token = await gameToken(standIns, 'steam', player.id, { owner: lender.id })
    const { body } = await exchange(app, 'steam', token)
    expect(decodeJwt(body['id_token'] ?? '').sub).toBe(String(player.playerId))
  })
})

describe('an ID token of Epic Games', () => {
  it.each([
    ['for another client', { aud: 'another-game' }],
    ['of another issuer', { iss: 'https://evil.example/epic/oauth/v2' }],
    ['expired', { exp: '1700000000' }],
    ['signed by another key', { wrongKey: '1' }],
    ['for no account', { sub: 'me' }],
  ])('that is %s is refused', async (_, changes) => {
    const { id } = await ownerAt('epic-games')
    const token = await gameToken(standIns, 'epic-games', id, changes)
    expect(await reasonOf('epic-games', token)).toEqual(refused('token_invalid'))
  })

  it.each(['x', 'a.b.c', ''.padEnd(3, '.')])('%# is refused', async (token) => {
    expect(await reasonOf('epic-games', token)).toEqual(refused('token_invalid'))
  })
})

it.each([
  ['steam', 'steam'],
  ['epic-games', 'epic'],
] as const)(
  'a game from %s comes back later where that does not answer',
  async (service, standIn) => {
    const token = await gameToken(standIns, service, newAccountId(service))
    // Another server: this one knows the keys of Epic Games, and needs nothing more of it.
    const other = await startLinkingApp(standIns, { deployments: { local: gameDeployment } })
    await standIns.turn(standIn, { down: true })
    try {
      const { status, body } = await exchange(other, service, token)
      expect([status, body['error'], body['reason']]).toEqual([
        503,
        'temporarily_unavailable',
        'unreachable',
      ])
    } finally {
      await standIns.turn(standIn, { down: false })
      await other.close()
    }
  },
)

it('the exchanges of an address are limited', async () => {
  const other = await startLinkingApp(standIns, {
    deployments: { local: gameDeployment },
    settings: { LIMITS_BY_ADDRESS: 'tokenExchanges=2' },
  })
  try {
    const statuses = []
    for (let asked = 0; asked < 3; asked += 1) {
      // oxlint-disable-next-line no-await-in-loop -- the third one is refused
      const { status, body, headers } = await exchange(other, 'steam', 'abcd')
      statuses.push([status, body['reason'], headers['retry-after'] !== undefined])
    }
    expect(statuses).toEqual([
      [400, 'token_invalid', false],
      [400, 'token_invalid', false],
      [429, 'too_many', true],
    ])
  } finally {
    await other.close()
  }
})

it('clients list says whose tokens a game exchanges', async () => {
  const rows = (await jsonOutputOf(app, 'clients list --deployment local')) as readonly {
    readonly clientId: string
    readonly exchanges: unknown
  }[]
  const found = new Map(rows.map(({ clientId, exchanges }) => [clientId, exchanges]))
  expect(found.get('lantern')).toEqual([
    { service: 'steam', gameId: null },
    { service: 'epic-games', gameId: null },
  ])
  expect(found.get('ember')).toContainEqual({ service: 'steam', gameId: '570' })
  expect(found.get('community')).toEqual([])
})

describe('the entry of a game that exchanges tokens', () => {
  const { file } = { file: () => app.deployment('local').file as Record<string, unknown> }
  const withFile = (changes: object) => () => deploymentOf('local', { ...file(), ...changes }, {})

  it('needs the service among the ways to sign in', () => {
    expect(withFile({ SignInWith: 'twitch' })).toThrow('needs SignInWith')
  })

  it('needs what the server checks the tokens with', () => {
    const connections = { ...gameDeployment.connections, steam: { apiKey: 'sample-steam-key' } }
    expect(withFile({ connections })).toThrow('needs steam.appId and steam.publisherKey')
  })

  it('brings the id of its own game, in place of the deployment’s', () => {
    const connections = {
      ...gameDeployment.connections,
      steam: { apiKey: 'sample-steam-key', publisherKey: 'sample-steam-publisher-key' },
    }
    const game = { clientId: 'a', name: 'A', firstParty: true, exchanges: ['steam'] }
    const withGame = (gameIds: object) => withFile({ connections, clients: [{ ...game, gameIds }] })
    expect(withGame({ steam: '570' })).not.toThrow()
    expect(withGame({})).toThrow('needs steam.appId.')
    const other = withGame({ steam: '570', 'epic-games': 'x' })
    expect(other).toThrow('are for services of exchanges')
  })

  it('is the studio’s own', () => {
    const clients = [{ clientId: 'a', name: 'A', exchanges: ['steam'] }]
    expect(withFile({ clients })).toThrow('is for firstParty clients')
  })
})

it('the session of a game ends with the day: it signs in again at its next start', async () => {
  const owner = await ownerAt('epic-games')
  const { body } = await exchange(
    app,
    'epic-games',
    await gameToken(standIns, 'epic-games', owner.id),
  )
  // This clock goes ahead of the stand-ins', so this is the last test.
  app.clock.advance(lifetimes.gameSession + 1)
  const token = game.refresh(body['refresh_token'])
  await expect(token).rejects.toMatchObject({ error: 'invalid_grant' })
})
