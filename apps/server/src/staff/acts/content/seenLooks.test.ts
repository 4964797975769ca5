import { sql } from 'kysely'
import { noteMailRefused } from '../../../database/operations/mailOutcomes.ts'
import { readLedger } from '../../../database/auth/ledger.ts'
import { saveConnection } from '../../../database/federation/connectionStatements.ts'
import { insertCase } from '../../../database/auth/recoveryCases.ts'
import { factorBits } from '../../../database/schema/values.ts'
import { changeRows } from '../../../database/schema/executor.ts'
import { logInForm } from '../../../../test/fixtures/testVisitor.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { actNames, everyAct } from '@gatehouse/contract/acts/everyAct'
import type { ActRow } from '@gatehouse/contract/acts/act'
import { gatehouse, jsonOutputOf } from '../../../../test/fixtures/processes/runGatehouse.ts'
import { registerForm, signedInPlayer } from '../../../../test/fixtures/samples/samplePlayers.ts'
import { startApp, type TestApp } from '../../../../test/fixtures/startApp.ts'
import type { TestVisitor } from '../../../../test/fixtures/testVisitor.ts'

/* Looks of support: the player reads of them, and the audit log has them. */

let app: TestApp

beforeAll(async () => {
  app = await startApp({ deployments: { local: { EnableSecuritySection: true } } })
  await known('Other')
})
afterAll(() => app.close())

const at = '--deployment local'
const known = (Username: string) => signedInPlayer(app, registerForm({ Username }))
const entries = async () => (await jsonOutputOf(app, 'audit list')) as Record<string, unknown>[]

async function readBySupport(visitor: TestVisitor): Promise<readonly string[]> {
  const { Entries } = await visitor.call('listActivity', { query: { kind: 'support' } })
  return Entries.map(({ Act }) => Act)
}

const seenLooks = actNames
  .map((name) => [name, everyAct[name] as ActRow] as const)
  .filter(([, { isSeen }]) => isSeen)

describe('a look at a player', () => {
  it.each(seenLooks)('by %s is in the activity and in the audit log (C-3)', async (name, row) => {
    const username = name.replaceAll(/[ -]/g, '')
    const visitor = await known(username)
    const why = row.needsReason ? '--why "ticket 3"' : ''
    const line = `${name} ${username} ${at} ${why} --who eve`
    expect(await gatehouse(app, line)).toMatchObject({ exitCode: 0 })
    expect(await readBySupport(visitor)).toEqual(['support-looked'])
    const { Id_User: id } = await visitor.readToken()
    expect((await entries())[0]).toMatchObject({
      command: name,
      subject: `player ${id}`,
      who: 'eve',
      why: row.needsReason ? 'ticket 3' : 'none asked',
    })
  })

  it('adds a line to the activity once a person in ten minutes, and each time to the log (AT-CON2-27)', async () => {
    const visitor = await known('Often')
    const before = (await entries()).length
    for (const who of ['eve', 'eve', 'sam']) {
      await gatehouse(app, `players show Often ${at} --who ${who}`)
      await gatehouse(app, `players sessions Often ${at} --who ${who}`)
    }
    expect(await readBySupport(visitor)).toEqual(['support-looked', 'support-looked'])
    expect((await entries()).length).toBe(before + 6)
    app.clock.advance(601)
    await gatehouse(app, `players show Often ${at} --who eve`)
    expect(await readBySupport(visitor)).toHaveLength(3)
  })

  it.each(['account_ledger', 'audit_log'])(
    'answers nothing where %s takes no entry (AT-CON2-28)',
    async (table) => {
      const name = `No${table.replace('_', '')}`
      await known(name)
      const { kysely } = app.services.database
      await sql`create function refuse_${sql.raw(table)}() returns trigger language plpgsql as
      $$ begin raise exception 'refused'; end $$`.execute(kysely)
      await sql`create trigger refuse before insert on ${sql.table(table)}
      for each row execute function refuse_${sql.raw(table)}()`.execute(kysely)
      await expect(gatehouse(app, `players show ${name} ${at}`)).rejects.toThrow('refused')
      await sql`drop trigger refuse on ${sql.table(table)}`.execute(kysely)
      expect(
        (await entries()).filter(({ details }) => JSON.stringify(details).includes(name)),
      ).toEqual([])
    },
  )
})

/** Each act of staff on an account, what comes before it, and what its player reads. */
const actsOnAccounts: Readonly<
  Record<string, { readonly first?: string; readonly more?: string; readonly read: string | null }>
> = {
  'players reveal': { read: 'support-revealed' },
  'players ban': { read: 'support-banned' },
  'players unban': { first: 'players ban', read: 'support-unbanned' },
  'players end-sessions': { read: 'sessions-ended' },
  'players end-session': { more: '--session SESSION', read: 'sessions-ended' },
  'players freeze': { read: 'frozen' },
  'players reset-avatar': { read: 'support-reset-avatar' },
  'players block': { more: 'Other', read: 'support-blocked' },
  'players unblock': { first: 'players block', more: 'Other', read: 'support-unblocked' },
  'players export': { read: 'support-exported' },
  // Nothing is left to read.
  'players erase': { read: null },
  'players unlock': { first: 'wrong password', read: 'support-unlocked' },
  'players resend-confirmation': { first: 'no confirmation', read: 'support-mailed' },
  'players accept-mail': { first: 'refused mail', read: 'support-accepted-mail' },
  'players unlink': { first: 'linked account', more: 'steam', read: 'unlinked' },
  'players send-recovery': { read: 'support-mailed' },
  'recovery open': { first: 'second factor', read: 'support-mailed' },
  'recovery cancel': { first: 'recovery', read: 'recovery-stopped' },
  'badges give': { more: 'pilot --title Pilot', read: 'support-badge' },
  'badges take': { first: 'badges give', more: 'pilot --title Pilot', read: 'support-badge' },
}

describe('an act of staff on an account', () => {
  it('is known here, whichever it is', () => {
    const onPlayers = actNames.filter((name) => {
      const { kind, order, isSeen }: ActRow = everyAct[name]
      return order.shape['player'] !== undefined && kind !== 'look' && !isSeen
    })
    expect(Object.keys(actsOnAccounts).toSorted()).toEqual(onPlayers.toSorted())
  })

  const prepared: Readonly<Record<string, (name: string, id: number) => Promise<unknown>>> = {
    'wrong password': (name) =>
      // From elsewhere: at a known address other limits count.
      app.visitor('local', '198.51.100.7').refused('logIn', {
        body: logInForm({ UsernameOrEmail: name, Password: 'Wrong1Horses' }),
      }),
    'no confirmation': (_, id) =>
      changeRows(
        app.services.database.kysely,
        'players',
        { deployment: 'local', id },
        {
          confirmed_at: null,
        },
      ),
    'second factor': (_, id) => {
      const factors = factorBits.app | factorBits.twoStep
      const own = { deployment: 'local', id }
      return changeRows(app.services.database.kysely, 'players', own, { factors })
    },
    recovery: (_, id) =>
      insertCase(app.services.database.kysely, {
        deployment: 'local',
        player_id: id,
        email_key: 'x@site.test',
        state: 'collecting',
        opened_at: app.clock.now(),
        next_at: app.clock.now(),
      }),
    'refused mail': (name) =>
      noteMailRefused(app.services.database.kysely, 'local', `${name}@site.test`, app.clock.now()),
    'linked account': (_, id) =>
      saveConnection(
        app.services.database.kysely,
        'local',
        id,
        'steam',
        { accountId: '76561199000000009', name: 'Linked', avatar: '' },
        app.clock.now(),
      ),
  }

  it.each(Object.entries(actsOnAccounts).filter(([, { read }]) => read !== null))(
    'is read by its player in Activity: %s',
    async (act, { first = '', more = '', read }) => {
      const name = act.replaceAll(/[ -]/g, '')
      const visitor = await known(name)
      const { Id_User: id } = await visitor.readToken()
      const why = '--why "ticket 6"'
      const [session] = (await jsonOutputOf(app, `players sessions ${name} ${at}`)) as {
        readonly id: string
      }[]
      await (prepared[first]?.(name, id) ??
        (first === '' ? null : gatehouse(app, `${first} ${name} ${more} ${at} ${why}`)))
      const given = more.replace('SESSION', session?.id ?? '')
      const before = (await operatorsActs(id)).length
      expect(await gatehouse(app, `${act} ${name} ${given} ${at} ${why}`)).toMatchObject({
        exitCode: 0,
      })
      expect((await operatorsActs(id)).slice(before)).toEqual([read])
    },
  )
})

/** As the player reads it; an act may have ended the session. */
async function operatorsActs(id: number): Promise<readonly string[]> {
  const { kysely } = app.services.database
  const entries = await readLedger(kysely, 'local', id, { kind: 'support', limit: 20 })
  return entries.map(({ act }) => act).toReversed()
}

describe('the activity of a player', () => {
  it('shows each act of support under its filter', async () => {
    const visitor = await known('Acted')
    const why = '--why "ticket 4"'
    for (const line of [
      `badges give Acted pilot --title Pilot ${at} ${why}`,
      `badges take Acted pilot --title Pilot ${at} ${why}`,
      `players send-recovery Acted ${at} ${why}`,
      `players export Acted ${at} ${why}`,
    ]) {
      expect(await gatehouse(app, line)).toMatchObject({ exitCode: 0 })
    }
    expect(await readBySupport(visitor)).toEqual([
      'support-exported',
      'support-mailed',
      'support-badge',
      'support-badge',
    ])
  })
})
