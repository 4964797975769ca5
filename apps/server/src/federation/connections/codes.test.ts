import { isLinkable } from '@gatehouse/contract/identityProviderRow'
import type { CanonicalName } from '@gatehouse/contract/entities'
import { type CallName, calls } from '@gatehouse/contract/calls'
import type { ErrorBody } from '@gatehouse/contract/errorItems'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { routeOf } from '../../http/registerRoutes.ts'
import {
  registerForm,
  samplePassword,
  signedInPlayer,
} from '../../../test/fixtures/samples/samplePlayers.ts'
import { signInAt } from '../../../test/fixtures/signInAt.ts'
import { type StandIns, startStandIns } from '../../../test/fixtures/processes/standIns.ts'
import type { TestApp } from '../../../test/fixtures/startApp.ts'
import { startLinkingApp } from '../../../test/fixtures/partners/startLinkingApp.ts'
import type { TestVisitor } from '../../../test/fixtures/testVisitor.ts'

/* The services that verify an account by a code. */

interface Service {
  readonly name: CanonicalName
  /** Its stand-in. */
  readonly standIn: string
  readonly callbackPath: string
  readonly auth: CallName
  readonly callback: CallName
  readonly unlink: CallName
  readonly newId: (number: number) => string
  readonly hasAvatars: boolean
  /** Its callback has the payload of the specification, which has no state. */
  readonly mayOmitState: boolean
  /** The paths of its tokens and its accounts. */
  readonly places: readonly string[]
}

const services: readonly Service[] = [
  {
    name: 'twitch',
    standIn: 'twitch',
    callbackPath: '/twitch/callback',
    auth: 'twitchAuth',
    callback: 'twitchCallback',
    unlink: 'twitchUnlink',
    newId: (number) => `7100${number}`,
    hasAvatars: true,
    mayOmitState: true,
    places: ['/oauth2/token', '/helix/users'],
  },
  {
    name: 'epic-games',
    standIn: 'epic',
    callbackPath: '/epic-games/callback',
    auth: 'epicGamesAuth',
    callback: 'epicGamesCallback',
    unlink: 'epicGamesUnlink',
    newId: (number) => number.toString(16).padStart(32, 'a'),
    hasAvatars: false,
    mayOmitState: true,
    places: ['/oauth/v2/token', '/id/v2/accounts'],
  },
  {
    name: 'game-pass',
    standIn: 'xbox',
    callbackPath: '/game-pass/callback',
    auth: 'gamePassAuth',
    callback: 'gamePassCallback',
    unlink: 'gamePassUnlink',
    newId: (number) => `2${String(number).padStart(15, '0')}`,
    hasAvatars: true,
    mayOmitState: false,
    places: ['/oauth2/v2.0/token', '/user/authenticate', '/xsts/authorize', '/profile/settings'],
  },
]

const notAuthorized = 'This request is not authorized.@'

const connections = {
  twitch: { clientId: 'sample-twitch', clientSecret: 'sample-twitch-secret' },
  epicGames: { clientId: 'sample-epic', clientSecret: 'sample-epic-secret' },
  gamePass: { clientId: 'sample-xbox', clientSecret: 'sample-xbox-secret' },
}

let standIns: StandIns
let app: TestApp
let player: TestVisitor
let numbers = 100

beforeAll(async () => {
  standIns = await startStandIns()
  app = await startLinkingApp(standIns, {
    settings: { LIMITS: 'off' },
    deployments: { local: { connections } },
  })
  player = await signedInPlayer(app, registerForm({ Username: 'Coder' }))
})
afterAll(async () => {
  await app.close()
  await standIns.stop()
})

describe.each(services)('linking $name', (service) => {
  const { name, standIn, callbackPath } = service
  const newId = () => service.newId((numbers += 1))

  afterEach(async () => {
    await standIns.reset(standIn)
    await ask(player, service.unlink, {})
  })

  /** Signs in at the service; answers the body that the portal sends. */
  async function back(id: string) {
    const { answer } = await ask(player, service.auth, { callbackPath })
    const { code = '', state = '' } = await signInAt(answer as string, id)
    return { Code: code, State: state, CallbackPath: callbackPath }
  }

  async function linked() {
    const rows = await player.call('listConnections', {})
    return rows.find((connect) => connect.CanonicalName === name)
  }

  it('shows the account until it is unlinked (AT-CON-20, R-4.10-9, R-7.13-1, R-7.14-1)', async () => {
    const id = newId()
    const { status, answer } = await ask(player, service.callback, await back(id))
    expect({ status, answer }).toMatchObject({ status: 200, answer: { AccountId: id } })
    expect(await linked()).toMatchObject({
      IsLinked: true,
      ConnectName: expect.stringContaining(id.slice(-4)),
      Avatar: service.hasAvatars ? `${standIns.origin}/${standIn}/avatars/${id}.svg` : null,
      LastCheck: app.clock.now().toISOString(),
      Id_Account: id,
    })
    expect(app.logged.join('')).toMatch(
      new RegExp(`"event":"connection.linked".*"provider":"${name}"`),
    )
    for (let times = 0; times < 2; times += 1) {
      expect(await ask(player, service.unlink, {})).toEqual({ status: 200, answer: {} })
    }
    expect(await linked()).toMatchObject({ IsLinked: false, Id_Account: null })
  })

  it('requires a code and its own callback path (R-8.2-4)', async () => {
    const sent = await back(newId())
    const refused = (change: object) => ask(player, service.callback, { ...sent, ...change })
    expect((await refused({ Code: '' })).items).toEqual([notAuthorized])
    for (const CallbackPath of ['/steam/callback', 'https://evil.test', '']) {
      expect((await refused({ CallbackPath })).items).toEqual(['ERROR_NOT_ALLOWED@'])
    }
    expect((await refused({})).status).toBe(200)
  })

  it('refuses a state that is wrong, whatever the flow cookie says (H02)', async () => {
    const sent = await back(newId())
    for (const State of ['self-made', `${sent.State}A`]) {
      expect((await ask(player, service.callback, { ...sent, State })).items).toEqual([
        notAuthorized,
      ])
    }
    expect((await ask(player, service.callback, sent)).status).toBe(200)
  })

  it('accepts a code once, and none that the service did not issue', async () => {
    const sent = await back(newId())
    expect((await ask(player, service.callback, sent)).status).toBe(200)
    const again = { ...(await back(newId())), Code: sent.Code }
    const made = { ...(await back(newId())), Code: 'made-up' }
    const deniedWith =
      name === 'game-pass' ? 'This request is not authorized.@' : 'PARTNER_RESPONSE_ERROR@'
    for (const body of [again, made]) {
      expect((await ask(player, service.callback, body)).items).toEqual([deniedWith])
    }
  })

  it('refuses an account of another player (H06)', async () => {
    const id = newId()
    const rival = await signedInPlayer(app, registerForm({ Username: `Rival${numbers}` }))
    const { answer } = await ask(rival, service.auth, { callbackPath })
    const { code, state } = await signInAt(answer as string, id)
    const body = { Code: code, State: state, CallbackPath: callbackPath }
    expect((await ask(rival, service.callback, body)).status).toBe(200)
    expect((await ask(player, service.callback, await back(id))).items).toEqual([
      'ERROR_USER_STEAM_EXIST@',
    ])
  })

  const wrong = ['html', 'htmlAsJson', 'badGateway', 'redirect', 'list', 'deep', 'proto', 'huge']
  it.each(service.places.flatMap((onlyAt) => wrong.map((answer) => ({ onlyAt, answer }))))(
    'links nothing when the service sends an unusable answer: %o (H11)',
    async (switches) => {
      const sent = await back(newId())
      await standIns.turn(standIn, switches)
      expect(await ask(player, service.callback, sent)).toEqual({
        status: 400,
        items: ['PARTNER_RESPONSE_ERROR@'],
      })
      await standIns.reset(standIn)
      expect((await ask(player, service.callback, await back(newId()))).status).toBe(200)
    },
  )

  it.each(['longName', 'htmlName', 'bidiName', 'emptyName', 'objectName'])(
    'shows a name as text of at most 64 characters: %s (H13)',
    async (hostile) => {
      const id = newId()
      const sent = await back(id)
      await standIns.turn(standIn, { hostile })
      expect((await ask(player, service.callback, sent)).status).toBe(200)
      const names: Record<string, string> = {
        longName: 'N'.repeat(64),
        htmlName: '<img src=x onerror="document.title=1">',
        bidiName: 'evilgnp.exe',
      }
      expect((await linked())?.ConnectName).toBe(names[hostile] ?? id)
    },
  )

  it.each(['scriptAvatar', 'dataAvatar', 'internalAvatar', 'foreignAvatar'])(
    'leaves out an avatar of another host: %s (H11)',
    async (hostile) => {
      const sent = await back(newId())
      await standIns.turn(standIn, { hostile })
      expect((await ask(player, service.callback, sent)).status).toBe(200)
      expect((await linked())?.Avatar).toBeNull()
    },
  )

  it.each(['objectId', 'listId'])('refuses an id that is no text: %s (H11)', async (hostile) => {
    const sent = await back(newId())
    await standIns.turn(standIn, { hostile })
    const items = ['PARTNER_RESPONSE_ERROR@']
    expect(await ask(player, service.callback, sent)).toEqual({ status: 400, items })
  })

  it('keeps codes, tokens and secrets out of the log and the database', async () => {
    const sent = await back(newId())
    await ask(player, service.callback, sent)
    const rows = await app.services.database.kysely
      .selectFrom('authorization_flows')
      .selectAll()
      .execute()
    const text = `${app.logged.join('')}${JSON.stringify(rows)}`
    for (const secret of [sent.Code, sent.State, `sample-${standIn}-secret`]) {
      expect(text).not.toContain(secret)
    }
  })
})

describe.each(services.filter(({ mayOmitState }) => mayOmitState))(
  'the callback of $name with the payload of the specification',
  ({ callbackPath, auth, callback, unlink, newId }) => {
    afterEach(() => ask(player, unlink, {}))

    /** Signs in at the service; answers the body that section 7 of the specification has. */
    async function back(visitor: TestVisitor, id: string) {
      const { answer } = await ask(visitor, auth, { callbackPath })
      const { code = '' } = await signInAt(answer as string, id)
      return { Code: code, CallbackPath: callbackPath }
    }

    it('links the account by the flow cookie of the browser (R-7.13-2, R-7.14-2)', async () => {
      const id = newId((numbers += 1))
      const { status, answer } = await ask(player, callback, await back(player, id))
      expect({ status, answer }).toMatchObject({ status: 200, answer: { AccountId: id } })
    })

    it('takes an empty state as none', async () => {
      const sent = { ...(await back(player, newId((numbers += 1)))), State: '' }
      expect((await ask(player, callback, sent)).status).toBe(200)
    })

    it('is refused without a flow, without its cookie, and in another browser (H02)', async () => {
      const sent = await back(player, newId((numbers += 1)))
      const secret = player.jar.get('sso_flow') ?? ''
      expect(secret).toMatch(/^[\w-]{43}$/)
      const again = app.visitor()
      await again.logIn('Coder', samplePassword)
      expect((await ask(again, callback, sent)).items).toEqual([notAuthorized])
      again.jar.set('sso_flow', secret)
      expect((await ask(again, callback, sent)).items).toEqual([notAuthorized])
      for (const value of [null, 'A'.repeat(43), 'forged']) {
        if (value === null) player.jar.delete('sso_flow')
        else player.jar.set('sso_flow', value)
        expect((await ask(player, callback, sent)).items).toEqual([notAuthorized])
      }
      player.jar.set('sso_flow', secret)
      expect((await ask(player, callback, sent)).status).toBe(200)
      expect((await ask(player, callback, sent)).items).toEqual([notAuthorized])
    })

    it('is refused eleven minutes after the start (H02)', async () => {
      const sent = await back(player, newId((numbers += 1)))
      app.clock.advance(660)
      expect((await ask(player, callback, sent)).items).toEqual([notAuthorized])
      app.clock.advance(-660)
      expect((await ask(player, callback, sent)).status).toBe(200)
    })

    it('serves two tabs of one browser', async () => {
      const id = newId((numbers += 1))
      const bodies = [await back(player, id), await back(player, id)]
      for (const body of bodies) expect((await ask(player, callback, body)).status).toBe(200)
      expect((await ask(player, callback, bodies[0] ?? {})).items).toEqual([notAuthorized])
    })
  },
)

describe('Epic Games', () => {
  it('receives the revocation of its token as soon as the account is linked', async () => {
    await standIns.reset('epic')
    const callbackPath = '/epic-games/callback'
    const url = await player.call('epicGamesAuth', { query: { callbackPath } })
    const { code = '', state = '' } = await signInAt(url, 'e91c0000000000000000000000000077')
    await player.call('epicGamesCallback', {
      body: { Code: code, State: state, CallbackPath: callbackPath },
    })
    const asked = (await standIns.requests('epic')).map(({ url: path }) => path.split('?', 1)[0])
    expect(asked.slice(-2)).toEqual(['/epic/epic/id/v2/accounts', '/epic/epic/oauth/v2/revoke'])
    await player.call('epicGamesUnlink', { body: {} })
  })
})

describe('Twitch', () => {
  it('receives the revocation of its token as soon as the account is linked', async () => {
    await standIns.reset('twitch')
    const callbackPath = '/twitch/callback'
    const url = await player.call('twitchAuth', { query: { callbackPath } })
    const { code = '', state = '' } = await signInAt(url, '7100001')
    await player.call('twitchCallback', {
      body: { Code: code, State: state, CallbackPath: callbackPath },
    })
    const asked = (await standIns.requests('twitch')).map(({ method, url: path }) =>
      [method, path.split('?', 1)[0]].join(' '),
    )
    expect(asked).toEqual([
      'GET /twitch/oauth2/authorize',
      'POST /twitch/oauth2/token',
      'GET /twitch/helix/users',
      'POST /twitch/oauth2/revoke',
    ])
    await player.call('twitchUnlink', { body: {} })
  })
})

describe('Xbox', () => {
  afterEach(() => standIns.reset('xbox'))

  it('names its pictures without TLS, and players see them by https (O49)', async () => {
    const picture = 'http://images-eds.xboxlive.com/image?url=z951ykn43p4FqWbbFvR2Ec&format=png'
    await standIns.turn('xbox', { picture })
    const callbackPath = '/game-pass/callback'
    const url = await player.call('gamePassAuth', { query: { callbackPath } })
    const { code = '', state = '' } = await signInAt(url, '2000000000000017')
    await player.call('gamePassCallback', {
      body: { Code: code, State: state, CallbackPath: callbackPath },
    })
    const rows = await app.services.database.kysely
      .selectFrom('connections')
      .select('avatar')
      .where('account_id', '=', '2000000000000017')
      .execute()
    expect(rows).toEqual([
      {
        avatar: 'https://images-eds-ssl.xboxlive.com/image?url=z951ykn43p4FqWbbFvR2Ec&format=png',
      },
    ])
    await player.call('gamePassUnlink', { body: {} })
  })

  it('requires the state, from which its verifier derives', async () => {
    const callbackPath = '/game-pass/callback'
    const url = await player.call('gamePassAuth', { query: { callbackPath } })
    const { code = '' } = await signInAt(url, '2000000000000009')
    for (const state of [{}, { State: '' }]) {
      const body = { Code: code, CallbackPath: callbackPath, ...state }
      expect((await player.refused('gamePassCallback', { body })).items).toEqual([
        'This request should contain a state parameter.@',
      ])
    }
  })

  it.each([2148916222, 2148916223, 2148916227, 2148916233, 2148916235, 2148916238, 1])(
    'refuses an account for a reason that the log states: XErr %i',
    async (xerr) => {
      const callbackPath = '/game-pass/callback'
      const url = await player.call('gamePassAuth', { query: { callbackPath } })
      const { code = '', state = '' } = await signInAt(url, '2000000000000001')
      await standIns.turn('xbox', { xerr })
      const body = { Code: code, State: state, CallbackPath: callbackPath }
      expect((await player.refused('gamePassCallback', { body })).items).toEqual([
        'This request is not authorized.@',
      ])
      expect(app.logged.join('')).toContain(`XErr ${xerr}: `)
    },
  )

  it('is listed without a way to link it in a deployment that has no credentials (R-2.17-15)', async () => {
    const elsewhere = await signedInPlayer(app, registerForm({ Username: 'Elsewhere' }), 'sandbox')
    const rows = await elsewhere.call('listConnections', {})
    const gamePass = rows.filter(({ CanonicalName }) => CanonicalName === 'game-pass')
    expect(gamePass.map(isLinkable)).toEqual([false])
    const query = { callbackPath: '/game-pass/callback' }
    expect((await elsewhere.refused('gamePassAuth', { query })).items).toEqual([
      'ERROR_NOT_ALLOWED@',
    ])
  })
})

/** Sends a call by a name of the table; answers its status with its answer or its items. */
async function ask(visitor: TestVisitor, name: CallName, input: Readonly<Record<string, unknown>>) {
  const isGet = calls[name].method === 'GET'
  const query = new URLSearchParams(input as Record<string, string>).toString()
  const response = await visitor.send({
    method: calls[name].method,
    url: isGet ? `${routeOf(name)}?${query}` : routeOf(name),
    ...(isGet ? {} : { payload: input }),
  })
  const body = response.json<unknown>()
  const status = response.statusCode
  if (status < 400) return { status, answer: body }
  const { ErrorMessages } = body as ErrorBody
  return { status, items: ErrorMessages.map((item) => `${item.ErrorMessage}@${item.Property}`) }
}
