import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { statementsOf } from '../../../../test/fixtures/crashes/statementsOf.ts'
import { findPlayers } from './findPlayers.ts'
import { inTransaction } from '../../../database/transactions/inTransaction.ts'
import {
  type Enrolled,
  enrolledPlayer,
  firstStep,
  logInTwice,
  stepBody,
  strong,
} from '../../../../test/fixtures/enrolled.ts'
import { noteMailRefused } from '../../../database/operations/mailOutcomes.ts'
import { saveConnection } from '../../../database/federation/connectionStatements.ts'
import { isSpread } from '../../../../test/fixtures/isSpread.ts'
import { gatehouse, jsonOutputOf } from '../../../../test/fixtures/processes/runGatehouse.ts'
import {
  linkToken,
  registerForm,
  registerPlayer,
  samplePassword,
  signedInPlayer,
} from '../../../../test/fixtures/samples/samplePlayers.ts'
import { startApp, type TestApp } from '../../../../test/fixtures/startApp.ts'
import { logInForm } from '../../../../test/fixtures/testVisitor.ts'

/* The daily work of support, on the command line. */

const isPostgres = process.env['GATEHOUSE_TEST_DATABASE'] === 'postgres'

let app: TestApp

beforeAll(async () => {
  app = await startApp({ deployments: { local: strong } })
})
afterAll(() => app.close())

const at = '--deployment local'
const why = '--why "ticket 12"'
const known = (Username: string) => signedInPlayer(app, registerForm({ Username }))
const run = (line: string) => gatehouse(app, `${line} ${at} ${why}`)
const refusalOf = async (line: string) => {
  const { exitCode, errors } = await run(line)
  return [exitCode, errors.trim()]
}
const lastEntry = async () => ((await jsonOutputOf(app, 'audit list --limit 1')) as object[])[0]

interface Found {
  readonly group: string
  readonly players: readonly { readonly username: string; readonly linked: readonly string[] }[]
  readonly next: string | null
  readonly timedOut: boolean
  readonly isOff: boolean
}

const search = async (line: string) =>
  (await jsonOutputOf(app, `players find ${line} ${at}`)) as readonly Found[]

async function found(text: string): Promise<[string, string][]> {
  const groups = await search(text)
  return groups.flatMap(({ group, players }) =>
    players.map(({ username }): [string, string] => [username, group]),
  )
}

const parts = async (text: string) => {
  const [group] = await search(`${text} --group contains`)
  return [group?.isOff, group?.players.map(({ username }) => username)]
}

describe('players are found', () => {
  it('by a name or its beginning, whatever its case (AT-CON2-23)', async () => {
    for (const name of ['Findus', 'FindMe', 'Finn']) await known(name)
    expect(await found('FIND')).toEqual([
      ['FindMe', 'begins'],
      ['Findus', 'begins'],
    ])
    expect(await found('FINDUS')).toEqual([['Findus', 'exact']])
    expect(await found('find%')).toEqual([])
    expect((await gatehouse(app, `players find fin ${at}`)).output).toMatch(/^id +username +found/)
    expect((await gatehouse(app, `players find nobody ${at}`)).output).toBe('None.\n')
  })

  it('by their whole address, confirmed or not', async () => {
    await known('Agnes')
    await app.visitor().call('registerNewUser', { body: registerForm({ Username: 'Adele' }) })
    expect(await found('AGNES@site.test')).toEqual([['Agnes', 'exact']])
    expect(await found('adele@site.test')).toEqual([['Adele', 'exact']])
    expect(await found('agn@site.test')).toEqual([])
  })

  it('by a name that they gave up, as long as it is kept for them, and no more once they are erased', async () => {
    const player = await known('Oldtimer')
    const { Id_User: id } = await player.readToken()
    await player.call('updateUsername', { path: { userId: id }, body: { Username: 'Youngster' } })
    expect(await found('OLDTIMER')).toEqual([['Youngster', 'formerly']])
    expect(await found('youngst')).toEqual([['Youngster', 'begins']])
    await run(`players erase id=${id}`)
    expect(await found('oldtimer')).toEqual([])
  })

  it('by the id of a linked account, in the spelling of its service', async () => {
    const player = await known('Linda')
    const { Id_User: id } = await player.readToken()
    await link(id, 'epic-games', 'abcdef0123456789')
    expect(await found('ABCDEF0123456789')).toEqual([['Linda', 'linked']])
    expect(await found('epic:abcdef0123456789')).toEqual([['Linda', 'linked']])
    expect(await found('steam:abcdef0123456789')).toEqual([])
    expect((await search('Linda'))[0]?.players).toMatchObject([{ linked: ['epic-games'] }])
    // The row of the player has the last word.
    await sql`delete from connections where player_id = ${id}`.execute(app.services.database.kysely)
    expect(await found('abcdef0123456789')).toEqual([])
  })

  it('by a part of a name of three characters, on PostgreSQL where it has the index (AT-CON2-24)', async () => {
    for (const name of ['APartOne', 'APartTwo', 'PartThree']) await known(name)
    const { kysely } = app.services.database
    expect(await parts('PART')).toEqual(isPostgres ? [true, []] : [false, ['APartOne', 'APartTwo']])
    if (isPostgres) {
      await sql`create extension if not exists pg_trgm`.execute(kysely)
      await sql`create index unique_values_parts on unique_values using gin (value gin_trgm_ops)
        where kind = 'username'`.execute(kysely)
    }
    expect(await parts('PART')).toEqual([false, ['APartOne', 'APartTwo']])
    expect(await parts('%art')).toEqual([false, []])
    expect(await parts('pa')).toEqual([true, []])
  })

  it.runIf(isPostgres)(
    'in the other groups, where one of them takes too long (AT-CON2-25)',
    async () => {
      await known('Patient')
      const { database } = app.services
      const order = { text: 'Patient', deployment: 'local' }
      // As another connection holds the table, each statement waits longer than it may.
      const found = await inTransaction(database.kysely, async (transaction) => {
        await sql`lock table unique_values in access exclusive mode`.execute(transaction)
        return findPlayers(app.services, order, 20)
      })
      expect(found.data.map(({ timedOut }) => timedOut)).toContain(true)
      expect(found.message).toContain('took too long; the rest is here.')
      const [exact] = (await findPlayers(app.services, order)).data
      expect(exact).toMatchObject({ timedOut: false, players: [{ username: 'Patient' }] })
    },
  )

  it('by an id, written as such or as digits', async () => {
    const { Id_User: id } = await (await known('Numbered')).readToken()
    expect(await found(`id=${id}`)).toEqual([['Numbered', 'exact']])
    expect(await found(`${id}`)).toContainEqual(['Numbered', 'exact'])
    expect(await found('id=999999')).toEqual([])
  })

  it('twenty at once, page by page', async () => {
    const { kysely } = app.services.database
    await sql`insert into players (deployment, username, username_key, email, created_at)
      select 'local', 'crowd' || n, 'crowd' || n, 'x', now() from generate_series(100, 200) n`.execute(
      kysely,
    )
    await sql`insert into unique_values (deployment, kind, value, player_id, created_at)
      select 'local', 'username', username_key, id, now() from players
      where username like 'crowd%'`.execute(kysely)
    const names: string[] = []
    for (let after: string | null = ''; after !== null;) {
      const line: string = `crowd --group begins ${after === '' ? '' : `--after ${after}`}`
      const [page] = await search(line)
      expect(page?.players.length).toBeLessThanOrEqual(20)
      names.push(...(page?.players ?? []).map(({ username }) => username))
      after = page?.next ?? null
    }
    expect(names).toHaveLength(101)
    expect(names).toEqual([...new Set(names)].toSorted())
    const { output } = await gatehouse(app, `players find crowd ${at}`)
    expect(output).toMatch(
      /\nMore than 20 are found: --group begins --after crowd119 shows the next\.\nParts of names were not searched for: --group contains\.\n$/,
    )
    expect(await found('crowd20')).toEqual([['crowd200', 'begins']])
    // A place outside of the search opens nothing else.
    const outside = await search('crowd20 --group begins --after a')
    expect(outside[0]?.players.map(({ username }) => username)).toEqual(['crowd200'])
  })

  it.skipIf(isSpread)('by the index of the names alone', async () => {
    const { kysely } = app.services.database
    const plan = await inTransaction(kysely, async (transaction) => {
      await sql`set local enable_seqscan = off`.execute(transaction)
      const { rows } = await sql<{ 'QUERY PLAN': string }>`explain select value from unique_values
        where deployment = 'local' and kind = 'username' and value >= 'fin' and value < 'fio'
        order by value limit 101`.execute(transaction)
      return rows.map((row) => row['QUERY PLAN']).join('\n')
    })
    expect(plan).toMatch(/Index Cond: .*value >= 'fin'.*value < 'fio'/)
    expect(plan).not.toContain('Sort')
  })
})

describe('players are found by a linked account', () => {
  it('by the beginning of its name, whatever its case, page by page, each player once', async () => {
    const player = await known('Streamer')
    const { Id_User: id } = await player.readToken()
    await link(id, 'steam', '76561199000000001', 'Ünique Plays')
    await link(id, 'twitch', '4711', 'ünique plays TV')
    expect(await found('"üNIQUE p"')).toEqual([['Streamer', 'named']])
    expect(await found('plays')).toEqual([])
    expect(await found('%nique')).toEqual([])
    const { kysely } = app.services.database
    await sql`insert into players (deployment, username, username_key, email, created_at)
      select 'local', 'viewer' || n, 'viewer' || n, 'x', now() from generate_series(1, 45) n`.execute(
      kysely,
    )
    await sql`insert into connections
      (deployment, player_id, canonical_name, account_id, account_name, avatar, last_check, linked_at)
      select 'local', id, 'twitch', id::text, 'Namesake', '', now(), now() from players
      where deployment = 'local' and username like 'viewer%'`.execute(kysely)
    const names: string[] = []
    for (let after: string | null = ''; after !== null;) {
      const line: string = `namesake --group named ${after === '' ? '' : `--after "${after}"`}`
      const [page] = await search(line)
      expect(page?.players.length).toBeLessThanOrEqual(20)
      names.push(...(page?.players ?? []).map(({ username }) => username))
      after = page?.next ?? null
    }
    expect(names).toHaveLength(45)
    expect(new Set(names).size).toBe(45)
    const { output } = await gatehouse(app, `players find namesake ${at}`)
    expect(output).toMatch(/--group named --after '\d+ namesake' shows the next/)
  })

  it('by the beginning of a name that is longer than an index takes', async () => {
    const player = await known('Longwinded')
    const { Id_User: id } = await player.readToken()
    const name = Array.from({ length: 4000 }, (_, place) => String.fromCodePoint(0x4e00 + place))
    await link(id, 'steam', '76561199000000002', name.join(''))
    expect(await found(name.slice(0, 50).join(''))).toEqual([['Longwinded', 'named']])
  })

  it('by its id behind each word by which people call the service', async () => {
    const player = await known('Console')
    const { Id_User: id } = await player.readToken()
    await link(id, 'game-pass', '2533274800000001')
    for (const word of ['xbox', 'Game-Pass', 'XBOX', 'game']) {
      expect(await found(`${word}:2533274800000001`)).toEqual([['Console', 'linked']])
    }
    expect(await found('steam:2533274800000001')).toEqual([])
  })

  it.skipIf(isSpread)('by the index of the names alone', async () => {
    const { kysely } = app.services.database
    const plan = await inTransaction(kysely, async (transaction) => {
      await sql`set local enable_seqscan = off`.execute(transaction)
      await sql`set local enable_bitmapscan = off`.execute(transaction)
      const key = sql`(left(lower(account_name), 100) collate "C")`
      const { rows } = await sql<{ 'QUERY PLAN': string }>`explain
        select distinct ${key}, player_id from connections where deployment = 'local'
        and ${key} >= lower('Fin') and ${key} < lower('Fin') || 'z' and (${key}, player_id) > ('', 0)
        order by 1, 2 limit 21`.execute(transaction)
      return rows.map((row) => row['QUERY PLAN']).join('\n')
    })
    expect(plan).toContain('connections_by_name')
    expect(plan).not.toContain('Sort')
  })
})

it('a search asks the database little: thirteen statements for all groups, seven for one', async () => {
  await known('Frugal')
  for (const [line, most] of [
    ['frugal', 13],
    ['frugal --group begins', 7],
  ] as const) {
    expect((await statementsOf(() => search(line))).length).toBeLessThanOrEqual(most)
  }
})

async function link(
  playerId: number,
  service: string,
  accountId: string,
  name = '',
): Promise<void> {
  const { kysely } = app.services.database
  await sql`insert into connections
    (deployment, player_id, canonical_name, account_id, account_name, avatar, last_check, linked_at)
    values ('local', ${playerId}, ${service}, ${accountId}, ${name}, '', now(), now())`.execute(
    kysely,
  )
  await sql`insert into unique_values (deployment, kind, value, player_id, created_at)
    values ('local', ${service}, ${accountId}, ${playerId}, now())`.execute(kysely)
}

describe('a player who is locked out', () => {
  const wrong = { UsernameOrEmail: 'Lotte', Password: 'Wrong1Horses' }

  it('may try again once support has unlocked the account, which is noted', async () => {
    await known('Lotte')
    const attacker = app.visitor('local', '198.51.100.7')
    for (let tries = 0; tries < 6; tries += 1) {
      await attacker.refused('logIn', { body: logInForm(wrong) })
    }
    const elsewhere = app.visitor('local', '198.51.100.8')
    const right = logInForm({ UsernameOrEmail: 'Lotte', Password: samplePassword })
    const locked = await elsewhere.refused('logIn', { body: right })
    expect(locked.items).toEqual(['ERROR_TOO_MANY_ATTEMPTS@'])
    expect(await run('players unlock Lotte')).toMatchObject({
      exitCode: 0,
      output: 'Lotte may try again.\n',
    })
    expect(await lastEntry()).toMatchObject({
      command: 'players unlock',
      subject: expect.stringMatching(/^player \d+$/) as string,
      details: { passwords: 1, secondSteps: 0 },
    })
    await elsewhere.call('logIn', { body: right })
  })

  it('by wrong second steps may try them again too', async () => {
    const player = await enrolledPlayer(app, 'Stepan')
    const attacker = app.visitor('local', '198.51.100.9')
    const step = await firstStep(attacker, 'Stepan')
    await attacker.refused('secondStep', stepBody(step, { Way: 'totp', Code: '000000' }))
    const { output } = await run('players unlock Stepan')
    expect(output).toBe('Stepan may try again.\n')
    expect(await lastEntry()).toMatchObject({ details: { secondSteps: 2 } })
    await logInTwice(app, app.visitor('local', '198.51.100.10'), player)
  })

  it('has nothing to unlock without a wrong try, and a ban or a freeze is named', async () => {
    await known('Free')
    expect(await refusalOf('players unlock Free')).toEqual([1, 'Free has nothing to unlock.'])
    await run('players ban Free')
    expect(await refusalOf('players unlock Free')).toEqual([
      1,
      'Free has nothing to unlock; the account is still banned.',
    ])
    await run('players unban Free')
    await run('players freeze Free')
    expect((await refusalOf('players unlock Free'))[1]).toContain('opens by the link of its mail')
  })
})

describe('a mail that does not come', () => {
  it('is sent again: the confirmation, whose older link ends', async () => {
    const first = await registerPlayer(app, registerForm({ Username: 'Waiter' }))
    const { output } = await run('players resend-confirmation Waiter')
    expect(output).toBe('Waiter gets a mail with a new link.\n')
    expect(output).not.toContain('uid=')
    const second = await linkToken(app, 'waiter@site.test')
    expect(second).not.toBe(first)
    await app.visitor().refused('confirmEmail', { body: { Uid: first } })
    await app.visitor().call('confirmEmail', { body: { Uid: second } })
    expect(await lastEntry()).toMatchObject({ command: 'players resend-confirmation' })
    expect(await refusalOf('players resend-confirmation Waiter')).toEqual([
      1,
      'Waiter has confirmed the address already.',
    ])
  })

  it('is not sent to an address that another player has', async () => {
    const Email = 'shared@site.test'
    for (const Username of ['Earlier', 'Later']) {
      const body = registerForm({ Username, Email, ConfirmEmail: Email })
      await app.visitor().call('registerNewUser', { body })
    }
    const [code, words] = await refusalOf('players resend-confirmation Earlier')
    expect([code, words]).toEqual([
      1,
      expect.stringMatching(
        /^The address of Earlier belongs to id=\d+: nothing is mailed there\.$/,
      ),
    ])
    expect((await refusalOf('players send-recovery Earlier'))[1]).toContain('belongs to')
  })

  it('is sent again: the recovery, within the limit of the address', async () => {
    await known('Forgetful')
    const { output } = await run('players send-recovery Forgetful')
    expect(output).toBe('Forgetful gets a mail with a link for a new password.\n')
    const Token = await linkToken(app, 'forgetful@site.test')
    const Password = 'Another8Horses'
    await app.visitor().call('validatePasswordRecovery', {
      body: { Token, Password, Confirm: Password },
    })
    await app.visitor().logIn('Forgetful', Password)
    expect(await lastEntry()).toMatchObject({ command: 'players send-recovery' })
    let last = await run('players send-recovery Forgetful')
    for (let sent = 1; last.exitCode === 0 && sent < 9; sent += 1) {
      last = await run('players send-recovery Forgetful')
    }
    expect([last.exitCode, last.errors]).toEqual([
      1,
      'Forgetful got too many mails within the hour. Look at the waiting mails, and try again later.\n',
    ])
  })

  it('is no recovery for a banned player, and the way back for a frozen one', async () => {
    await known('Banned')
    await run('players ban Banned')
    expect(await refusalOf('players send-recovery Banned')).toEqual([
      1,
      'Banned is banned: lift the ban first.',
    ])
    await known('Frozen')
    await run('players freeze Frozen')
    const { output } = await run('players send-recovery Frozen')
    expect(output).toBe('Frozen is frozen, and gets a mail with the way back.\n')
    expect((await app.mails('frozen@site.test')).at(-1)?.text).toContain('/account-safety?link=')
    expect(await refusalOf('players send-recovery Nobody')).toEqual([
      1,
      'local has no player Nobody.',
    ])
  })

  it('is no newsletter while the address refuses mail, until support takes it for one that accepts it', async () => {
    await known('Bounced')
    const { kysely } = app.services.database
    expect(await refusalOf('players accept-mail Bounced')).toEqual([
      1,
      'The address of Bounced refuses no mail.',
    ])
    await noteMailRefused(kysely, 'local', 'bounced@site.test', app.clock.now())
    const shown = async () =>
      ((await jsonOutputOf(app, `players show Bounced ${at}`)) as Record<string, unknown>)[
        'refusesMailSince'
      ]
    expect(await shown()).not.toBeNull()
    expect((await run('players accept-mail Bounced')).output).toBe(
      'Bounced gets newsletters again.\n',
    )
    expect(await shown()).toBeNull()
  })

  it('is found in the outbox by its address, whatever its deployment', async () => {
    for (const Username of ['Posted', 'Other']) {
      await app.visitor().call('registerNewUser', { body: registerForm({ Username }) })
    }
    const recipients = async () => {
      const listed = await jsonOutputOf(app, 'outbox list --to POSTED@site.test')
      return (listed as { to: string }[]).map(({ to }) => to)
    }
    expect(await recipients()).toEqual(['posted@site.test'])
    expect((await gatehouse(app, 'outbox list --to none@site.test')).output).toBe('None.\n')
  })
})

describe('one session of a player', () => {
  interface Session {
    readonly id: string
    readonly isTrusted: boolean
  }
  const sessionsOf = async (name: string) =>
    (await jsonOutputOf(app, `players sessions ${name} ${at} ${why}`)) as Session[]

  it('is listed and ended, with the trust in its browser, and the others go on', async () => {
    const player: Enrolled = await enrolledPlayer(app, 'Sally')
    const lost = app.visitor('local', '198.51.100.30')
    await logInTwice(app, lost, player, true)
    const { Devices } = await player.visitor.call('listDevices', {})
    const sessions = await sessionsOf('Sally')
    expect(sessions.map(({ id }) => id).toSorted()).toEqual(Devices.map(({ Id }) => Id).toSorted())
    const trusted = sessions.find(({ isTrusted }) => isTrusted)
    const { output } = await run(`players end-session Sally --session ${trusted?.id ?? ''}`)
    expect(output).toBe(
      'Sally is logged out of this session, and its browser is trusted no more.\n',
    )
    expect((await lost.refused('listConnections', {})).status).toBe(401)
    await player.visitor.call('listConnections', {})
    await firstStep(lost, 'Sally')
    const { Entries } = await player.visitor.call('listActivity', { query: {} })
    expect(Entries.slice(0, 2).map(({ Act, Actor }) => [Act, Actor])).toEqual([
      ['sessions-ended', 'operator'],
      ['browsers-forgotten', 'operator'],
    ])
    expect(await lastEntry()).toMatchObject({
      command: 'players end-session',
      details: { endsTrust: true },
    })
    expect(await refusalOf(`players end-session Sally --session ${trusted?.id ?? ''}`)).toEqual([
      1,
      `Sally has no open session ${trusted?.id ?? ''}. The list of sessions has the open ones.`,
    ])
  })

  it('is named by an id that may begin with a dash', async () => {
    await known('Dashed')
    expect(await refusalOf('players end-session Dashed --session -abc')).toEqual([
      1,
      'Dashed has no open session -abc. The list of sessions has the open ones.',
    ])
  })

  it('is read with the address of its log-in and no secret, and its player learns of the look', async () => {
    const player = await known('Sam')
    const { output } = await run('players sessions Sam')
    expect(output).toMatch(/^id +browser +system +network +seen +methods +isTrusted\n/)
    for (const secret of player.jar.values()) expect(output).not.toContain(secret)
    const { Entries } = await player.call('listActivity', { query: { kind: 'support' } })
    expect(Entries).toMatchObject([{ Act: 'support-looked', Actor: 'operator' }])
  })
})

const list = (line: string, input: string) =>
  gatehouse(app, `players ban-many - ${line} ${at} ${why}`, { input })
const bansOf = async (name: string) =>
  (await jsonOutputOf(app, `players show ${name} ${at}`)) as { bannedUntil: string | null }

/** Signs a player in who has a linked account of Steam. */
const linkedPlayer = async (Username: string, accountId: string) => {
  const visitor = await known(Username)
  const { Id_User: id } = await visitor.readToken()
  const account = { accountId, name: 'Gamer', avatar: '' }
  const { kysely } = app.services.database
  await saveConnection(kysely, 'local', id, 'steam', account, app.clock.now())
  return visitor
}

describe('a linked account', () => {
  it('is unlinked by support, which its player reads, and the next player may link it', async () => {
    const visitor = await linkedPlayer('Linked', '76561198000000031')
    const { exitCode, output } = await run('players unlink Linked steam')
    expect([exitCode, output]).toEqual([0, 'Linked and steam are unlinked.\n'])
    const connects = await visitor.call('listConnections', {})
    expect(connects.filter(({ IsLinked }) => IsLinked)).toEqual([])
    const { Entries } = await visitor.call('listActivity', { query: {} })
    expect(Entries[0]).toMatchObject({ Act: 'unlinked', Actor: 'operator' })
    expect(await lastEntry()).toMatchObject({
      command: 'players unlink',
      details: { service: 'steam' },
    })
    await linkedPlayer('Nextlinked', '76561198000000031')
  })

  it('that is not there, or of a frozen player, stays as it is', async () => {
    const frozen = await linkedPlayer('Frozenlinked', '76561198000000032')
    await frozen.call('freeze', { body: {} })
    expect(await refusalOf('players unlink Frozenlinked steam')).toEqual([
      1,
      'Frozenlinked is frozen; it opens by the link of its mail.',
    ])
    await linkedPlayer('Heldlinked', '76561198000000033')
    const held_until = new Date(app.clock.now().getTime() + 3_600_000)
    await app.services.database.kysely
      .updateTable('players')
      .set({ held_until })
      .where('username', '=', 'Heldlinked')
      .execute()
    expect(await refusalOf('players unlink Heldlinked steam')).toEqual([
      1,
      `Changes of Heldlinked are on hold until ${held_until.toISOString()}.`,
    ])
    await known('Unlinked')
    expect(await refusalOf('players unlink Unlinked steam')).toEqual([
      1,
      'Unlinked has no linked account.',
    ])
  })
})

describe('players of a file', () => {
  it('are banned together, each with an entry of the audit log; earlier bans stay', async () => {
    for (const name of ['Botone', 'Bottwo', 'Botthree']) await known(name)
    const early = new Date(app.clock.now().getTime() + 3_600_000).toISOString()
    await run(`players ban Botthree --until ${early}`)
    const file = 'botone\n\nBOTTWO@site.test\r\nBotone\nBotthree\n'

    const dry = await list('--dry-run', file)
    expect(dry.output).toMatch(
      /Botone\n.*Bottwo\nPlayers who would be banned: 2\. Banned already, and left so: 1\.\n$/,
    )
    await app.visitor().logIn('Botone', samplePassword)

    const { output } = await list('--public-reason Bots', file)
    expect(output).toBe('Players banned: 2. Banned already, and left so: 1.\n')
    const body = logInForm({ UsernameOrEmail: 'Botone', Password: samplePassword })
    expect((await app.visitor().refused('logIn', { body })).items).toEqual(['ERROR_USER_BANNED@'])
    const entries = (await jsonOutputOf(app, 'audit list --limit 2')) as { command: string }[]
    expect(entries).toMatchObject([
      { command: 'players ban-many', details: { hasPublicReason: true } },
      { command: 'players ban-many', details: { hasPublicReason: true } },
    ])
    expect(await bansOf('Botthree')).toMatchObject({ bannedUntil: early })
  })

  it('are not banned where a line names no player, or the file names more than an order may', async () => {
    await known('Innocent')
    const { exitCode, errors } = await list('', 'Innocent\nGhost\n')
    expect([exitCode, errors]).toEqual([
      1,
      'No player was banned: 1 lines are refused.\nline 2: local has no player Ghost\n',
    ])
    await app.visitor().logIn('Innocent', samplePassword)
    expect((await list('', '\n')).errors).toBe('The file names no player.\n')
    const many = await list('', 'Innocent\n'.repeat(10_001))
    expect([many.exitCode, many.errors]).toEqual([
      2,
      expect.stringContaining('names more than 10000 players'),
    ])
    await app.visitor().logIn('Innocent', samplePassword)
  })
})
