import { sql } from 'kysely'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../../../../test/fixtures/freshDatabase.ts'
import { migrateUpTo } from '../../../../test/fixtures/migrateUpTo.ts'
import { SettingsError } from '../../../platform/config/settings.ts'
import { migrations } from '../../connection/migrate.ts'
import type { Step } from '../statements.ts'

/* Rows as a server of the version before writes them, which knows no look-ups. */

let fresh: FreshDatabase
/** A database with the first half alone, which tests empty and use again. */
let expandedBefore: FreshDatabase | null = null
const known: Readonly<Record<string, Step>> = migrations

afterEach(async () => {
  if (fresh !== expandedBefore) await fresh.drop()
})
afterAll(() => expandedBefore?.drop())

/** Begins with a database without tables. */
async function withoutTables(): Promise<void> {
  fresh = await freshDatabase()
  await run('drop schema public cascade')
  await run('create schema public')
}

async function run(text: string) {
  return (await sql.raw<Record<string, unknown>>(text).execute(fresh.database.kysely)).rows
}

/** Statements of one transaction. */
function together(...texts: readonly string[]) {
  return fresh.database.kysely.transaction().execute(async (transaction) => {
    for (const text of texts) await sql.raw(text).execute(transaction)
  })
}

/** Begins with a database as the version before leaves it. */
async function before(): Promise<void> {
  await withoutTables()
  await migrateUpTo(fresh.database, (name) => name < '0030')
}

/** Begins with a database without rows that has the first half. */
async function expanded(): Promise<void> {
  if (expandedBefore !== null) {
    fresh = expandedBefore
    await run(`truncate players, taken, username_quarantine, email_changes, connections,
      partner_players, pairwise_subjects, sessions, access_tokens cascade`)
    return
  }
  await withoutTables()
  await migrateUpTo(fresh.database, (name) => known[name]?.contract !== true)
  expandedBefore = fresh
}

const player = (id: number, name: string, more = 'null, null') =>
  `insert into players (deployment, id, username, username_key, email, email_key, created_at,
    confirmed_at, registered_with) overriding system value
  values ('local', ${id}, '${name}', '${name}', '${name}@mail', '${name}@mail', now(), ${more})`
const rename = (id: number, name: string) =>
  `update players set username_key = '${name}' where id = ${id}`
const quarantine = (id: number, name: string) =>
  `insert into username_quarantine values ('local', '${name}', ${id}, now() + interval '9 days')
    on conflict (deployment, username_key) do update set player_id = excluded.player_id`
const change = (id: number, from: string, to: string, more: string) =>
  `insert into email_changes (deployment, player_id, old_email, old_email_key, new_email,
    new_email_key, confirm_hash, undo_hash, asked_at, confirm_until, undo_until, ${more})
  values ('local', ${id}, '', '${from}', '', '${to}', sha256('${from}${to}'), sha256('${from}${to}'),
    now(), now(), now() + interval '9 days', now())`
const session = (id: number) =>
  `insert into sessions (deployment, family, player_id, client_id, session_id_hash, refresh_hash,
    access_token_expires_at, created_at, seen_at, expires_at, authenticated_at, ip, user_agent)
  values ('local', gen_random_uuid(), ${id}, '', sha256('${id}'), sha256('${id}'), now(), now(), now(),
    now(), now(), '', '')
  returning deployment, id`

const link = (id: number, account: string) =>
  `insert into connections (deployment, player_id, canonical_name, account_id, account_name, avatar,
    last_check, linked_at) values ('local', ${id}, 'steam', '${account}', '', '', now(), now())`
const pair = (subject: string) =>
  `insert into pairwise_subjects values ('local', 'guild', 1, '${subject}') on conflict do nothing`
const claim = (name: string) =>
  `insert into taken values ('local', 'username', '${name}', 1, null, now())
  on conflict (deployment, kind, value) do update set until = null`

/** Every look-up: `kind value player`, with a mark where it is kept. */
async function taken(): Promise<readonly string[]> {
  const rows = await run(`select kind || ' ' || value || ' ' || player_id
    || case when until is null then '' when until > now() then ' kept' else ' over' end as said
    from taken order by 1`)
  return rows.map(({ said }) => String(said))
}

const ada = player(1, 'ada', `now(), null`)
/** A SHA-256 in hex names a registration. */
const keyed = `registration 2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae 3 kept`

describe('what was there before', () => {
  it('is taken by its player, and every access token learns its player', async () => {
    await before()
    for (const text of [
      ada,
      player(2, 'bob'),
      player(3, 'cy', `null, sha256('foo')`),
      `update players set email_key = 'bob@mail' where id = 3`,
      quarantine(1, 'ida'),
      `insert into username_quarantine values ('local', 'over', 1, now() - interval '1 day')`,
      change(1, 'ada@old', 'ada@mail', 'confirmed_at'),
      change(2, 'bob@old', 'bob@mail', 'voided_at'),
      `insert into connections (deployment, player_id, canonical_name, account_id, account_name, avatar,
        last_check, linked_at) values ('local', 1, 'steam', '76', '', '', now(), now())`,
      `insert into partner_players values ('local', 'relic', 'r1', 1, now())`,
      `insert into pairwise_subjects values ('local', 'guild', 1, 'pair')`,
      session(1),
      `insert into access_tokens (deployment, value_hash, session_id, expires_at)
        values ('local', sha256('t'), 1, now())`,
    ]) {
      await run(text)
    }
    await fresh.database.migrate()
    expect(await fresh.database.isContracted()).toBe(false)
    expect(await taken()).toEqual([
      'email ada@mail 1',
      'email ada@old 1 kept',
      'partner relic r1 1',
      keyed,
      'steam 76 1',
      'subject guild pair 1',
      'unconfirmed-email bob@mail 3',
      'username ada 1',
      'username bob 2',
      'username cy 3',
      'username ida 1 kept',
    ])
    expect(await run('select player_id from access_tokens')).toEqual([{ player_id: 1 }])
  })
})

describe('what a server of the version before writes', () => {
  it('is taken at once, and free when it goes', async () => {
    await expanded()
    await run(ada)
    await run(player(3, 'cy', `null, sha256('foo')`))
    expect(await taken()).toEqual([
      'email ada@mail 1',
      keyed,
      'unconfirmed-email cy@mail 3',
      'username ada 1',
      'username cy 3',
    ])
    await run('update players set confirmed_at = now() where id = 3')
    expect(await taken()).toContain('email cy@mail 3')
    expect(await taken()).not.toContain('unconfirmed-email cy@mail 3')
    await run(`insert into username_quarantine (deployment, username_key, player_id, until)
      select deployment, 'former', id, now() + interval '1 day' from players where id = 3`)
    await run(`update players set username_key = null, email_key = null, registered_with = null,
      deleted_at = now() where id = 3`)
    expect(await taken()).toEqual(['email ada@mail 1', 'username ada 1'])
    expect(await run('select player_id from username_quarantine')).toEqual([])
    await run('delete from players where id = 1')
    expect(await taken()).toEqual([])
  })

  it('gives an address to the newest registration that is left with it', async () => {
    await expanded()
    await run(player(3, 'cy'))
    await run(player(4, 'dan'))
    await run(`update players set email_key = 'cy@mail'`)
    expect(await taken()).toContain('unconfirmed-email cy@mail 4')
    await run('delete from players where id = 4')
    expect(await taken()).toEqual(['unconfirmed-email cy@mail 3', 'username cy 3'])
  })

  it('keeps a former name in either order of the two writes', async () => {
    await expanded()
    await run(ada)
    await together(rename(1, 'ida'), quarantine(1, 'ada'))
    expect(await taken()).toEqual(['email ada@mail 1', 'username ada 1 kept', 'username ida 1'])
    await together(quarantine(1, 'ida'), rename(1, 'eda'))
    expect(await taken()).toContain('username ida 1 kept')
    await together(
      rename(1, 'ada'),
      `delete from username_quarantine where username_key = 'ada'`,
      quarantine(1, 'eda'),
    )
    expect(await taken()).toEqual([
      'email ada@mail 1',
      'username ada 1',
      'username eda 1 kept',
      'username ida 1 kept',
    ])
  })

  it('keeps a former address until it cannot be undone any more', async () => {
    await expanded()
    await run(ada)
    await together(
      change(1, 'ada@mail', 'new@mail', 'voided_at'),
      'update email_changes set voided_at = null, confirmed_at = now()',
      `update players set email_key = 'new@mail' where id = 1`,
    )
    expect(await taken()).toEqual(['email ada@mail 1 kept', 'email new@mail 1', 'username ada 1'])
    await together(
      'update email_changes set undone_at = now()',
      `update players set email_key = 'ada@mail' where id = 1`,
    )
    expect(await taken()).toEqual(['email ada@mail 1', 'username ada 1'])
    await together(
      `update players set email_key = 'new@mail' where id = 1`,
      'update email_changes set undone_at = null',
    )
    expect(await taken()).toContain('email ada@mail 1 kept')
    await run('update email_changes set undo_until = now()')
    expect(await taken()).toEqual(['email new@mail 1', 'username ada 1'])
  })

  it('follows its links', async () => {
    await expanded()
    await run(ada)
    await run(player(2, 'bob', 'now(), null'))
    await run(link(1, '76'))
    await run(`${link(1, '77')} on conflict (deployment, player_id, canonical_name)
      do update set account_id = excluded.account_id`)
    await run(`${link(2, '77')} on conflict do nothing`)
    await run(`insert into partner_players values ('local', 'relic', 'r1', 1, now())`)
    await run(pair('one'))
    await run(pair('two'))
    const names = (await taken()).filter((each) => !/^(email|username) /.test(each))
    expect(names).toEqual(['partner relic r1 1', 'steam 77 1', 'subject guild one 1'])
    for (const table of ['connections', 'partner_players', 'pairwise_subjects']) {
      await run(`delete from ${table}`)
    }
    expect(await taken()).toHaveLength(4)
  })

  it.each([
    ['username', 'eve', player(1, 'eve'), 'players_username'],
    ['email', 'eve@mail', player(1, 'eve', 'now(), null'), 'players_email'],
    ['username', 'eve', `${player(1, 'ada')}; ${rename(1, 'eve')}`, 'players_username'],
  ])('is refused where a %s is taken, by the constraint it knows', async (...row) => {
    const [kind, value, text, constraint] = row
    await expanded()
    const take = (until: string) =>
      run(`insert into taken values ('local', '${kind}', '${value}', 9, ${until}, now())
        on conflict (deployment, kind, value) do update set until = excluded.until`)
    for (const until of ['null', `now() + interval '1 day'`]) {
      await take(until)
      await expect(together(...text.split('; '))).rejects.toMatchObject({
        code: '23505',
        constraint,
      })
    }
    await take(`now() - interval '1 day'`)
    await together(...text.split('; '))
    expect(await taken()).toContain(`${kind} ${value} 1`)
  })

  it('opens a session whose access token knows its player', async () => {
    await expanded()
    await run(ada)
    await run(`with opened as (${session(1)})
      insert into access_tokens (deployment, value_hash, session_id, expires_at)
      select deployment, sha256('t'), id, now() from opened`)
    expect(await run('select player_id from access_tokens')).toEqual([{ player_id: 1 }])
  })

  it('leaves a seed that is there as it is', async () => {
    await expanded()
    await run(ada)
    await run(`${player(4, 'ada', 'now(), null')} on conflict do nothing`)
    expect(await taken()).toEqual(['email ada@mail 1', 'username ada 1'])
  })
})

describe('what a server of this version writes beside it', () => {
  it('stands, whichever comes first: the look-up or the row', async () => {
    await expanded()
    const keep = `insert into taken values ('local', 'username', 'ada', 1, now() + interval '1 day', now())
      on conflict (deployment, kind, value) do update set until = excluded.until`
    await together(claim('ada'), ada)
    await together(claim('ida'), rename(1, 'ida'), keep)
    expect(await taken()).toEqual(['email ada@mail 1', 'username ada 1 kept', 'username ida 1'])
    await together(claim('ada'), rename(1, 'ada'), `delete from taken where value = 'ida'`)
    await together(keep, claim('ida'), rename(1, 'ida'))
    expect(await taken()).toEqual(['email ada@mail 1', 'username ada 1 kept', 'username ida 1'])
  })
})

/** Constraints, indexes, triggers, functions and columns. */
const state = () =>
  run(`select conrelid::regclass::text || conname || pg_get_constraintdef(oid) as has
    from pg_constraint where connamespace = 'public'::regnamespace
    union all select indexdef from pg_indexes where schemaname = 'public'
    union all select tgrelid::regclass::text || tgname from pg_trigger where not tgisinternal
    union all select proname from pg_proc where pronamespace = 'public'::regnamespace
    union all select table_name || column_name || data_type || is_nullable
    from information_schema.columns where table_schema = 'public' order by 1`)

describe('the contract', () => {
  it('makes of an earlier database what an empty one becomes at once', async () => {
    await before()
    await run(ada)
    await fresh.database.migrate()
    expect(await fresh.database.migrate({ contract: true })).toContain('0052-sessions-key')
    expect(await fresh.database.isContracted()).toBe(true)
    expect(await fresh.database.migrate({ contract: true })).toEqual([])
    const after = await state()
    await run('drop schema public cascade')
    await run('create schema public')
    await fresh.database.migrate()
    expect(await fresh.database.isContracted()).toBe(true)
    expect(await state()).toEqual(after)
  })

  it('leads every key of a table of players with the player', async () => {
    await withoutTables()
    await fresh.database.migrate()
    const rows = await run(`select conrelid::regclass::text as name
      from pg_constraint key where contype in ('p', 'u')
        and connamespace = 'public'::regnamespace
        and exists (select from pg_attribute where attrelid = conrelid and attname = 'player_id')
        and pg_get_constraintdef(oid) not like '% (deployment, player_id%' order by 1`)
    // By their own hash, or apart.
    expect(rows.map(({ name }) => name)).toEqual([
      'authorization_flows',
      'oidc_artifacts',
      'taken',
      'withdrawals',
    ])
  })

  it('waits for the first half', async () => {
    await before()
    await expect(fresh.database.migrate({ contract: true })).rejects.toThrow(SettingsError)
    await expect(fresh.database.plan(true)).rejects.toThrow(
      /lacks \d+ steps of this version, the first is 0030-take-values\. Start servers/,
    )
  })
})
