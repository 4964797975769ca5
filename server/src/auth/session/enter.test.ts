import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findById } from '../../database/accounts/players.ts'
import { factorBits } from '../../database/schema/values.ts'
import { onStatement } from '../../../test/fixtures/crashes/onStatement.ts'
import {
  type PartnerApp,
  startPartnerApp,
} from '../../../test/fixtures/partners/startPartnerApp.ts'
import {
  comeBackRefused,
  leaveForLogin,
  logInThroughPartner,
  visitPartner,
} from '../../../test/fixtures/partners/throughPartner.ts'
import { guarded } from '../../../test/fixtures/samples/guarded.ts'
import {
  registerForm,
  samplePassword,
  signedInPlayer,
} from '../../../test/fixtures/samples/samplePlayers.ts'
import type { DeploymentName } from '../../../test/fixtures/startApp.ts'
import { logInForm } from '../../../test/fixtures/testVisitor.ts'

let app: PartnerApp

beforeAll(async () => {
  app = await startPartnerApp({ deployments: { relic: guarded } })
})
afterAll(() => app.close())

const kysely = () => app.services.database.kysely
const frozen = { status: 400, items: ['ERROR_ACCOUNT_FROZEN@'] }
const incorrect = { status: 400, items: ['ERROR_USERNAME_PASSWORD_INCORRECT@'] }

async function player(Username: string) {
  const visitor = await signedInPlayer(app, registerForm({ Username }))
  const { Id_User: id } = await visitor.readToken()
  return { visitor, id }
}

function change(id: number, values: { frozen_at?: Date | null; factors?: number }) {
  return kysely().updateTable('players').set(values).where('id', '=', id).executeTakeFirstOrThrow()
}

const sessionsOf = (id: number) =>
  kysely()
    .selectFrom('sessions')
    .select(['methods', 'second_at', 'browser_hash', 'refreshed_at'])
    .where('player_id', '=', id)
    .orderBy('id')
    .execute()

describe('the door', () => {
  it('lets no frozen player in by name or id, and says so to the right password alone (S01)', async () => {
    const { visitor, id } = await player('Ada')
    await change(id, { frozen_at: app.clock.now() })
    const logIn = (Password: string) =>
      app.visitor().refused('logIn', { body: logInForm({ UsernameOrEmail: 'Ada', Password }) })
    const logInUser = (Password: string) =>
      app.visitor().refused('logInUser', { path: { userId: id }, body: { Password } })
    expect([await logIn(samplePassword), await logInUser(samplePassword)]).toEqual([frozen, frozen])
    expect([await logIn('Wrong7Password'), await logInUser('Wrong7Password')]).toEqual([
      incorrect,
      incorrect,
    ])
    expect((await visitor.refused('listConnections', {})).status).toBe(401)
    expect(await sessionsOf(id)).toHaveLength(1)
    await change(id, { frozen_at: null })
    await app.visitor().logIn('Ada', samplePassword)
  })

  it('lets no frozen player of a partner in (S01)', async () => {
    const name = 'relic' satisfies DeploymentName
    const visitor = app.visitor(name)
    await logInThroughPartner(visitor, 'known@relic.example')
    const { Id_User: id } = await visitor.readToken()
    await change(id, { frozen_at: app.clock.now() })
    const other = app.visitor(name)
    const back = await visitPartner(await leaveForLogin(other), 'known@relic.example')
    expect(await comeBackRefused(other, back)).toEqual(frozen)
    await change(id, { frozen_at: null })
  })

  it('opens nothing for a proof from before a freeze or another factor (S01)', async () => {
    const { id } = await player('Bea')
    const owner = {
      playerId: id,
      clientId: '',
      partner: null,
      methods: ['pwd'],
      browserHash: null,
      isNewBrowser: false,
      distrustedAt: null,
      factors: 0,
    } as const
    const visitor = {
      ip: '203.0.113.9',
      address: '203.0.113.9',
      userAgent: 'Test',
      language: 'en' as const,
      sessionSecret: null,
      knownBrowserCookie: null,
      flowCookie: null,
      hasAgeGate: false,
      idempotencyKey: null,
      proofOfWork: null,
      stepCookie: null,
      trustCookie: null,
    }
    const open = () => app.services.sessions.open(null, app.deployment('local'), owner, visitor)
    const entries = () =>
      kysely().selectFrom('account_ledger').select('act').where('player_id', '=', id).execute()
    expect(await open()).not.toBeNull()
    await change(id, { factors: factorBits.app | factorBits.twoStep })
    expect(await open()).toBeNull()
    await change(id, { factors: 0, frozen_at: app.clock.now() })
    expect(await open()).toBeNull()
    expect(await entries()).toHaveLength(2)
    await change(id, { frozen_at: null })
    expect(await open()).not.toBeNull()
    expect((await findById(kysely(), 'local', id))?.factors).toBe(0)
  })

  it('makes the browser of a partner’s player known only where the security section is', async () => {
    expect(await entryOf('relic')).toEqual([
      'partner',
      { Methods: ['ext'], IsNewBrowser: true },
      true,
    ])
    expect(await entryOf('focus')).toEqual([
      'partner',
      { Methods: ['ext'], IsNewBrowser: false },
      false,
    ])
  })

  it('keeps by what the player was proven, through refreshes too', async () => {
    const { visitor, id } = await player('Cleo')
    const token = await visitor.readToken()
    await visitor.call('refreshToken', {
      query: { access_token: token.Value, refresh_token: token.Refresh, client_id: '' },
    })
    const rows = await sessionsOf(id)
    expect(rows).toHaveLength(2)
    const [first, second] = rows
    expect(first).toMatchObject({ methods: ['pwd'], second_at: null })
    expect(first?.browser_hash).toHaveLength(32)
    expect(second).toEqual({ ...first, refreshed_at: null })
  })

  it('writes a session with its entry in one statement, and reads nothing more for it', async () => {
    await player('Dora')
    const statements: string[] = []
    const end = onStatement((statement) => void statements.push(statement))
    await app.visitor().call('logIn', {
      body: logInForm({ UsernameOrEmail: 'Dora', Password: samplePassword }),
    })
    end()
    const about = (table: string) => statements.filter((each) => each.includes(table))
    expect(about('account_ledger')).toHaveLength(1)
    expect(about('account_ledger')[0]).toContain('insert into sessions')
    expect(about('from players')).toHaveLength(2)
  })

  it('gives an authenticated call its session, methods and factors by the statement of before', async () => {
    const { visitor } = await player('Erin')
    const statements: string[] = []
    const end = onStatement((statement) => void statements.push(statement))
    await visitor.call('listConnections', {})
    end()
    const reading = statements.filter((each) => /sessions|players/.test(each))
    expect(reading).toHaveLength(1)
    expect(reading[0]).toContain('s.methods')
    expect(reading[0]).toContain('p.factors')
  })
})

/** The newest entry of a partner's player, and whether the browser got a note. */
async function entryOf(name: 'relic' | 'focus') {
  const visitor = app.visitor(name)
  await logInThroughPartner(visitor, `known@${name}.example`)
  const { Id_User: id } = await visitor.readToken()
  const { shown, actor } = await kysely()
    .selectFrom('account_ledger')
    .select(['shown', 'actor'])
    .where('player_id', '=', id)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  return [actor, shown, visitor.jar.has('sso_browser')]
}
