import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as textOf } from 'node:stream/consumers'
import { sql } from 'kysely'
import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { addConsent } from '../database/oidc/clientConsents.ts'
import { linkAccount } from '../federation/connections/linkAccount.ts'
import { runMaintenance } from '../maintenance/runMaintenance.ts'
import { isThorough } from '../../test/fixtures/isThorough.ts'
import { statementsOf } from '../../test/fixtures/crashes/statementsOf.ts'
import { everyRow } from '../../test/fixtures/samples/everyRow.ts'
import { gatehouse } from '../../test/fixtures/processes/runGatehouse.ts'
import {
  linkToken,
  registerForm,
  registerPlayer,
  samplePassword,
  signedInPlayer,
} from '../../test/fixtures/samples/samplePlayers.ts'
import { startApp, type TestApp } from '../../test/fixtures/startApp.ts'
import { runWaiting } from '../../test/fixtures/runWaiting.ts'

const secret = `whsec_${Buffer.alloc(32, 'site').toString('base64')}`

interface Heard {
  readonly path: string
  readonly id: string
  readonly type: string
  readonly data: Readonly<Record<string, string>>
}

let app: TestApp
let site: Server
let heard: Heard[] = []
/** Status codes of the next answers; 204 when there are none. */
let answers: number[] = []

beforeAll(async () => {
  // An independent library verifies the webhook: it throws at a wrong signature.
  site = createServer((request, response) => {
    const hear = async () => {
      const body = await textOf(request)
      const headers = request.headers as Record<string, string>
      const verified = new Webhook(secret).verify(body, headers) as Omit<Heard, 'path' | 'id'>
      heard.push({ path: request.url ?? '', id: headers['webhook-id'] ?? '', ...verified })
      response.writeHead(answers.shift() ?? 204).end()
    }
    hear().catch(() => response.writeHead(400).end())
  }).listen(0, '127.0.0.1')
  await once(site, 'listening')
  const origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
  const client = (clientId: string, scopes: readonly string[], firstParty: boolean) => ({
    clientId,
    name: clientId,
    clientSecret: 'secret-of-a-site-in-a-test',
    redirectUris: [`${origin}/callback`],
    scopes: ['openid', ...scopes] as ('openid' | 'profile' | 'email' | 'connections')[],
    firstParty,
    webhook: { url: `${origin}/${clientId}`, secret },
  })
  app = await startApp({
    deployments: {
      local: {
        clients: [
          client('own', ['profile', 'email', 'connections'], true),
          client('nameless', [], true),
          client('foreign', ['profile'], false),
        ],
      },
      sandbox: { clients: [] },
    },
  })
  // Signatures are valid for five minutes of the present.
  app.clock.advance((Date.now() - app.clock.now().getTime()) / 1000)
})
afterEach(() => {
  heard = []
  answers = []
})
afterAll(async () => {
  await app.close()
  site.close()
})

const ids = () => heard.filter(({ path }) => path === '/own').map(({ id }) => id)

/** Delivers the waiting events; returns those of one client. */
async function delivered(to = 'own') {
  await runWaiting(app.services.jobs, 'events')
  const of = heard.filter(({ path }) => path === `/${to}`)
  return of.map(({ type, data: { iss, ...data } }) => {
    expect(iss).toBe('http://localhost:4000/oidc')
    return { type, ...data }
  })
}

/** A player whose first events the clients already have. */
async function known(Username: string) {
  const visitor = await signedInPlayer(app, registerForm({ Username }))
  await delivered()
  heard = []
  const { Id_User: playerId } = await visitor.readToken()
  return { visitor, playerId, sub: String(playerId), path: { userId: playerId } }
}

const rename = ({ visitor, path }: Awaited<ReturnType<typeof known>>, Username: string) =>
  visitor.call('updateUsername', { path, body: { Username } })

describe('an account event', () => {
  it('is sent when the account is confirmed, not when its form was sent', async () => {
    const token = await registerPlayer(app, registerForm({ Username: 'Ada' }))
    expect(await delivered()).toEqual([])
    await app.visitor().call('confirmEmail', { body: { Uid: token } })
    const expected = { type: 'account.created', sub: expect.stringMatching(/^\d+$/) }
    expect(await delivered()).toEqual([{ ...expected, preferred_username: 'Ada' }])
    expect(heard.filter(({ path }) => path === '/foreign')).toEqual([])
  })

  it('contains a name only for clients that may know it', async () => {
    await signedInPlayer(app, registerForm({ Username: 'Bea' }))
    const [event] = await delivered('nameless')
    expect(event).toEqual({ type: 'account.created', sub: expect.any(String) })
  })

  it('is sent for a new name and not for a refused one', async () => {
    const cleo = await known('Cleo')
    await cleo.visitor.refused('updateUsername', { path: cleo.path, body: { Username: 'Ada' } })
    expect(await delivered()).toEqual([])
    await rename(cleo, 'Cleopatra')
    expect(await delivered()).toEqual([
      { type: 'account.renamed', sub: cleo.sub, preferred_username: 'Cleopatra' },
    ])
    expect(await delivered('nameless')).toEqual([])
  })

  it('is sent for a new address and for its undoing, without the address', async () => {
    const dora = await known('Dora')
    const to = 'dora2@site.test'
    await dora.visitor.call('updateEmail', {
      path: dora.path,
      body: { Email: to, ConfirmEmail: to },
    })
    const uid = await linkToken(app, to)
    await app.visitor().call('confirmEmailUpdate', { query: { uid } })
    const undo = await linkToken(app, 'dora@site.test')
    const changed = { type: 'account.email_changed', sub: dora.sub }
    expect(await delivered()).toEqual([changed])
    await app.visitor().call('recoverEmailUpdate', { query: { uid: undo } })
    expect(await delivered()).toEqual([
      changed,
      { type: 'account.credentials_changed', sub: dora.sub, kind: 'password', change: 'revoke' },
      { type: 'account.sessions_revoked', sub: dora.sub },
      changed,
    ])
  })

  it('is sent once for a linked platform and for an unlinked one', async () => {
    const { visitor, sub } = await known('Eva')
    const { sessions } = app.services
    const caller = await sessions.authenticate(visitor.deployment, visitor.bearer ?? '')
    const account = { accountId: '76561198000077001', name: 'EvaOnSteam', avatar: '' }
    const context = {
      deployment: visitor.deployment,
      services: app.services,
      clientContext: {} as never,
      response: {} as never,
      report: () => {},
      caller: caller as never,
    }
    await linkAccount(context, 'steam', account)
    await linkAccount(context, 'steam', account)
    const linked = { type: 'account.platform_linked', sub, platform: 'steam' }
    expect(await delivered()).toEqual([linked])
    await visitor.call('steamUnlink', { body: { SteamId: account.accountId } })
    expect(await delivered()).toEqual([linked, { ...linked, type: 'account.platform_unlinked' }])
  })

  it('contains only the id after a deletion, also in older events', async () => {
    const fay = await known('Fay')
    await rename(fay, 'Fayette')
    await fay.visitor.call('deleteUser', {
      path: fay.path,
      body: {
        Email: 'fay@site.test',
        Password: samplePassword,
        Id_DeletionType: null,
        DeletionReason: '',
      },
    })
    expect(await delivered()).toEqual([
      { type: 'account.renamed', sub: fay.sub },
      { type: 'account.deleted', sub: fay.sub },
    ])
    expect(JSON.stringify(heard)).not.toContain('Fay')
  })

  it('is sent to a foreign client only for players with consent', async () => {
    const gina = await known('Gina')
    await rename(gina, 'Gina2')
    expect(await delivered('foreign')).toEqual([])
    const { kysely } = app.services.database
    const consent = { deployment: 'local', playerId: gina.playerId, clientId: 'foreign' }
    await addConsent(kysely, { ...consent, scopes: ['openid', 'profile'] }, app.clock.now())
    await rename(gina, 'Gina3')
    expect(await delivered('foreign')).toMatchObject([{ preferred_username: 'Gina3' }])
  })

  it('is sent once for a ban, also where another one replaces its end', async () => {
    const { sub } = await known('Hal')
    await gatehouse(app, 'players ban Hal --deployment local --why test')
    await gatehouse(
      app,
      'players ban Hal --deployment local --until 2999-01-01T00:00:00Z --why test',
    )
    expect(await delivered()).toEqual([{ type: 'account.banned', sub }])
  })

  it('is not stored where no client listens', async () => {
    await signedInPlayer(app, registerForm({ Username: 'Ida' }), 'sandbox')
    const { kysely } = app.services.database
    const kept = await kysely
      .selectFrom('account_events')
      .select('id')
      .where('deployment', '=', 'sandbox')
      .execute()
    expect(kept).toEqual([])
  })
})

/** So many events of one moment; answers the moment before. */
async function manyEvents(count: number): Promise<string> {
  const since = app.clock.now().toISOString()
  app.clock.advance(1)
  await sql`insert into account_events (deployment, id, player_id, type, data, recipients, subjects, at)
    select 'local', 'evt_many_' || n, 1, 'account.renamed', '{}', '{own}', '{}', ${app.clock.now()}::timestamptz
    from generate_series(1, ${count}::int) n`.execute(app.services.database.kysely)
  return since
}

/** What they leave behind is for no other test. */
async function forgetMany(): Promise<void> {
  const { kysely } = app.services.database
  await sql`delete from pgboss.job where data->>'eventId' like 'evt_many_%'`.execute(kysely)
  await sql`delete from account_events where id like 'evt_many_%'`.execute(kysely)
}

describe('an operator’s replay', () => {
  const order = { deployment: 'local', client: 'own', since: '2000-01-01T00:00:00Z' }
  const refusal = async (given: Partial<typeof order>) => (await replay(given)).errors
  const replay = (given: Partial<typeof order>) => {
    const { deployment, client, since } = { ...order, ...given }
    const line = `events replay --deployment ${deployment} --client ${client} --since ${since}`
    return gatehouse(app, `${line} --why test`)
  }

  it('sends a client its events once more, under the same ids', async () => {
    const jane = await known('Jane')
    const since = app.clock.now().toISOString()
    app.clock.advance(1)
    await rename(jane, 'Janet')
    await delivered()
    const first = heard.filter(({ path }) => path === '/own')
    heard = []
    const fresh = new Date(Date.parse(since) + 1).toISOString()
    expect((await replay({ since: fresh })).output).toBe('Events on their way: 1.\n')
    await delivered()
    expect(heard).toEqual(first)
  })

  it('of more than a hundred thousand events is refused before one is posted', async () => {
    const since = await manyEvents(100_001)
    let errors = ''
    const statements = await statementsOf(async () => {
      ;({ errors } = await replay({ since }))
    })
    expect(errors).toContain('more than 100000 events: name a later moment')
    expect(statements.filter((each) => each.includes('pgboss'))).toEqual([])
    await forgetMany()
  })

  // At night alone: it takes seconds, and no other number of them is the limit.
  it.each(isThorough ? [100_000] : [])('of %i events posts each of them', async (count) => {
    const since = await manyEvents(count)
    expect((await replay({ since })).output).toBe(`Events on their way: ${count}.\n`)
    await forgetMany()
  })

  it('is refused with a message about the invalid option', async () => {
    expect(await refusal({ deployment: 'nowhere' })).toContain('There is no deployment nowhere')
    expect(await refusal({ client: 'x' })).toBe('local has no client x with a webhook.\n')
    expect(await refusal({ since: 'yesterday' })).toContain('is no moment')
  })
})

describe('a client', () => {
  it.each([302, 404])('has not accepted an event that it answers with %i', async (status) => {
    const lea = await known(`Lea${status}`)
    answers = [status]
    await rename(lea, `Leo${status}`)
    await expect(runWaiting(app.services.jobs, 'events')).rejects.toThrow(
      status === 302 ? 'is out of reach' : `The site answered ${status}.`,
    )
  })

  it('that is down gets an erasure later, and operators see that it waits (M04)', async () => {
    const { kysely } = app.services.database
    const max = await known('Max')
    await max.visitor.call('optInUser', { body: { ListId: 1, IsOptIn: true, IsG2GOptIn: false } })
    await max.visitor.call('optInUser', { body: { ListId: 1, IsOptIn: false, IsG2GOptIn: false } })
    // Mailings are our own: an opt-out is immediate, and no provider needs a notice.
    const choices = kysely.selectFrom('newsletter_opt_ins').select('is_opt_in')
    const own = choices.where('player_id', '=', max.playerId).where('list_id', '=', 1)
    expect(await own.execute()).toEqual([{ is_opt_in: false }])
    answers = [503]
    await max.visitor.call('deleteUser', {
      path: max.path,
      body: {
        Password: samplePassword,
        Email: 'max@site.test',
        Id_DeletionType: null,
        DeletionReason: '',
      },
    })
    await expect(runWaiting(app.services.jobs, 'events')).rejects.toThrow(/^The (site|webhook)/)
    const line = app.logged
      .map((text) => JSON.parse(text))
      .findLast((one) => one.msg === 'webhook delivery failed')
    expect(line).toMatchObject({
      client: expect.stringContaining('local'),
      reason: expect.stringMatching(/^The (site|webhook)/),
    })
    expect(await app.services.metrics.read()).toMatch(
      /gatehouse_webhook_failures_total\{client="local (own|nameless)"\} [1-9]/,
    )
    const waiting = (await everyRow(kysely))
      .split('\n')
      .filter((row) => /^pgboss\..*account-events/.test(row) && !row.includes(',completed,'))
    expect(waiting).not.toEqual([])
    expect(waiting.join('')).not.toContain('max@site.test')
    await kysely
      .withSchema('pgboss')
      .updateTable('job' as 'players')
      .set({ state: 'retry', start_after: new Date(0) } as object)
      .where('name' as 'username', '=', 'account-events')
      .where('state' as 'username', 'in', ['active', 'retry'])
      .execute()
    heard = []
    expect(await delivered()).toContainEqual({ type: 'account.deleted', sub: max.sub })
  })

  it('that fails gets the event again, under the same id', async () => {
    const kim = await known('Kim')
    answers = [500]
    await rename(kim, 'Kimberly')
    await app.services.events.start()
    await expect.poll(() => ids().length).toBe(2)
    expect(new Set(ids()).size).toBe(1)
  })

  it('can get events of 30 days and none older', async () => {
    const { kysely } = app.services.database
    const count = async () =>
      (await kysely.selectFrom('account_events').select('id').execute()).length
    expect(await count()).toBeGreaterThan(5)
    app.clock.advance(31 * 24 * 3600)
    await runMaintenance(app.services)
    expect(await count()).toBe(0)
  })
})
