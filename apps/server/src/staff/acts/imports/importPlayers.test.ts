import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hash as argon2 } from '@node-rs/argon2'
import { hash as bcrypt } from '@node-rs/bcrypt'
import { pbkdf2Sync, scryptSync } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { gatehouse, jsonOutputOf } from '../../../../test/fixtures/processes/runGatehouse.ts'
import {
  linkToken,
  registerForm,
  samplePassword as password,
  signedInPlayer,
} from '../../../../test/fixtures/samples/samplePlayers.ts'
import { startApp, type TestApp } from '../../../../test/fixtures/startApp.ts'
import { logInForm } from '../../../../test/fixtures/testVisitor.ts'

let app: TestApp
let folder: string
let count = 0

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-import-'))
  app = await startApp()
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true })
})

async function load(
  text: string | Uint8Array,
  { ending = 'ndjson', at = 'local', more = '' } = {},
) {
  count += 1
  const file = join(folder, `${count}.${ending}`)
  await writeFile(file, text)
  return gatehouse(app, `players import ${file} --deployment ${at} --why "we moved" ${more}`)
}

const loadAll = (players: readonly object[], more = '') =>
  load(players.map((player) => JSON.stringify(player)).join('\n'), { more })
const named = (username: string) => ({ username, email: `${username}@site.test` })
const linked = (username: string, id: string) => ({
  ...named(username),
  links: [{ service: 'twitch', id }],
})
const hashOf = async (username: string) => {
  const { kysely } = app.services.database
  const row = await kysely
    .selectFrom('players')
    .select('password_hash')
    .where('username_key', '=', username.toLowerCase())
    .executeTakeFirstOrThrow()
  return row.password_hash
}

const salt = Buffer.from('0123456789abcdef')
const bare = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')

const shortKey = (bytes: number) => `passwordHash: has a key of ${bytes} bytes; 16 are the least`

const utf16 = (text: string) => Buffer.from(text, 'utf16le')

describe('an import', () => {
  it('accepts hashes of other systems, which the first log-in replaces', async () => {
    const hashes = {
      Bea: await bcrypt(password, 4),
      Sam: `$scrypt$ln=4,r=8,p=1$${bare(salt)}$${bare(scryptSync(password, salt, 32, { N: 16 }))}`,
      Pia: `$pbkdf2-sha512$100$${bare(salt)}$${bare(pbkdf2Sync(password, salt, 100, 64, 'sha512'))}`,
      Django: `pbkdf2_sha256$100$salt$${pbkdf2Sync(password, 'salt', 100, 32, 'sha256').toString('base64')}`,
      Aria: await argon2(password, { memoryCost: 64, timeCost: 3 }),
    }
    const confirmedAt = '2020-05-01T12:00:00Z'
    const players = Object.entries(hashes).map(([username, passwordHash]) => ({
      ...named(username),
      passwordHash,
      confirmedAt,
    }))
    const { exitCode, output } = await loadAll(players)
    expect([exitCode, output]).toEqual([0, 'Players imported: 5. There already: 0.\n'])
    for (const [username, before] of Object.entries(hashes)) {
      expect(await hashOf(username)).toBe(before)
      const body = logInForm({ UsernameOrEmail: username, Password: `${password}x` })
      expect((await app.visitor().refused('logIn', { body })).status).toBe(400)
      expect(await hashOf(username)).toBe(before)
      await app.visitor().logIn(username, password)
      const after = await hashOf(username)
      expect(after).toMatch(/^\$argon2id\$v=19\$m=8,t=1,p=1\$/)
      await app.visitor().logIn(username, password)
      expect(await hashOf(username)).toBe(after)
    }
    expect(await jsonOutputOf(app, 'audit list --subject import')).toMatchObject([
      { why: 'we moved', details: { fromLine: 1, toLine: 5, count: 5 } },
    ])
  })

  it('keeps the other known fields, and a player without a hash needs a recovery mail', async () => {
    const text = `username,email,firstname,dateOfBirth,createdAt,confirmedAt,bannedAt
Cora,cora@site.test,"Cora, ""Co""",1990-01-02,2019-01-01T00:00:00Z,2019-01-02T00:00:00+01:00,
Dora,dora@site.test,,,,,2021-01-01T00:00:00Z
`
    expect((await load(text, { ending: 'csv' })).output).toContain('imported: 2.')
    const row = await app.services.database.kysely
      .selectFrom('players')
      .selectAll()
      .where('username', '=', 'Cora')
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({
      firstname: 'Cora, "Co"',
      date_of_birth: '1990-01-02',
      created_at: new Date('2019-01-01T00:00:00Z'),
      confirmed_at: new Date('2019-01-01T23:00:00Z'),
      banned_at: null,
      password_hash: null,
    })
    const dora = (await jsonOutputOf(app, 'players show Dora --deployment local')) as object
    expect(dora).toMatchObject({ confirmed: null, banned: '2021-01-01T00:00:00.000Z' })
    await app.visitor().call('recoverPassword', { body: { email: 'cora@site.test' } })
    expect(await app.mails('cora@site.test')).toHaveLength(1)
  })

  it('refuses a hash with a short key or without salt by line and reason (B28)', async () => {
    const key = bare(Buffer.alloc(16, 'k'))
    const short = bare(Buffer.alloc(15, 'k'))
    const hashes = [
      ['$scrypt$ln=4,r=8,p=1$c2FsdA$', shortKey(0)],
      ['$scrypt$ln=4,r=8,p=1$c2FsdA$A', shortKey(0)],
      [`$scrypt$ln=4,r=8,p=1$c2FsdA$${short}`, shortKey(15)],
      [`$scrypt$ln=4,r=8,p=1$$${key}`, 'passwordHash: has no salt'],
      [`$pbkdf2-sha256$1000$c2FsdA$${short}`, shortKey(15)],
      [`$pbkdf2-sha256$1000$$${key}`, 'passwordHash: has no salt'],
      [`pbkdf2_sha256$1000$salt$${short}`, shortKey(15)],
      [`pbkdf2_sha256$1000$$${key}`, 'passwordHash: has no salt'],
      [`$argon2id$v=19$m=64,t=3,p=1$c2FsdHNhbHQ$${short}`, shortKey(15)],
      [`$argon2id$v=19$m=64,t=3,p=1$$${key}`, 'passwordHash: has no salt'],
    ] as const
    const players = hashes.map(([passwordHash], index) => ({
      ...named(`Short${index}`),
      passwordHash,
    }))
    const { exitCode, errors } = await loadAll(players)
    expect(exitCode).toBe(1)
    expect(errors.trimEnd().split('\n')).toEqual([
      `No player was imported: ${hashes.length} lines are refused.`,
      ...hashes.map(([, reason], index) => `line ${index + 1}: ${reason}`),
      '--skip-refused imports the others.',
    ])
    const csv = `username,email,passwordHash\nShort,short@site.test,"${hashes[0][0]}"\n`
    expect((await load(csv, { ending: 'csv' })).errors).toContain(`line 2: ${hashes[0][1]}`)
  })

  it('takes a player whose hash no reader knows in without a password, counts it, and a mail sets one', async () => {
    const players = [
      { ...named('Mdfive'), passwordHash: '5f4dcc3b5aa765d61d8327deb882cf99', sub: 'five' },
      { ...named('Whirl'), passwordHash: '$whirlpool$i=1000$c2FsdA$a2V5', sub: 'whirl' },
      { ...named('Knownhash'), passwordHash: await bcrypt(password, 4) },
    ]
    const { exitCode, output } = await loadAll(players)
    expect([exitCode, output]).toEqual([
      0,
      'Players imported: 3. There already: 0.\nWithout a password, as no reader knows its hash: 2. They set one by a recovery mail.\nline 1 without: the password, as no reader knows its hash\nline 2 without: the password, as no reader knows its hash\n',
    ])
    expect([await hashOf('Mdfive'), await hashOf('Whirl')]).toEqual([null, null])
    expect(await jsonOutputOf(app, 'audit list --subject import --limit 1')).toMatchObject([
      { details: { count: 3, withoutPassword: 2 } },
    ])
    // A second run of the file gives none either.
    expect((await loadAll(players)).output).toBe('Players imported: 0. There already: 3.\n')
    await app.visitor().call('recoverPassword', { body: { email: 'mdfive@site.test' } })
    const Token = await linkToken(app, 'Mdfive@site.test')
    const body = { Token, Password: password, Confirm: password }
    await app.visitor().call('validatePasswordRecovery', { body })
    await app.visitor().logIn('Mdfive', password)
  })

  const encodings: readonly (readonly [string, (text: string) => string | Uint8Array])[] = [
    ['UTF-8', (text) => text],
    ['UTF-8 with a byte order mark', (text) => `\uFEFF${text}`],
    ['two files that were joined', (text) => text.replaceAll(/^(?=\{)/gm, '\uFEFF')],
    ['UTF-16 of Windows', (text) => utf16(`\uFEFF${text}`)],
    ['UTF-16 without a mark', utf16],
    ['UTF-16 with the high byte first', (text) => utf16(`\uFEFF${text}`).swap16()],
  ]
  it.each(encodings.map((each, at) => [at, ...each] as const))(
    'takes every player of a file, %i: %s',
    async (at, _, encoded) => {
      const [first, last] = [
        { ...named(`Zoe${at}`), firstname: 'Zoë 🎲' },
        { ...named(`Yan${at}`), firstname: 'Ян' },
      ]
      const json = `${JSON.stringify(first)}\r\n${JSON.stringify(last)}\r\n`
      expect((await load(encoded(json) as string)).output).toContain('imported: 2.')
      const csv = `username,email,firstname\r\nCsv${at},csv${at}@site.test,Zoë 🎲\r\n`
      expect((await load(encoded(csv) as string, { ending: 'csv' })).output).toContain(
        'imported: 1.',
      )
      const names = await app.services.database.kysely
        .selectFrom('players')
        .select('firstname')
        .where('username', 'in', [first.username, last.username, `Csv${at}`])
        .orderBy('username')
        .execute()
      expect(names.map(({ firstname }) => firstname)).toEqual(['Zoë 🎲', 'Ян', 'Zoë 🎲'])
    },
  )

  it('refuses a file of another encoding, and a list, in words', async () => {
    const latin = Buffer.from(JSON.stringify({ ...named('Latin'), firstname: 'Zoë' }), 'latin1')
    for (const ending of ['ndjson', 'csv']) {
      expect((await load(latin, { ending })).errors).toContain(
        'cannot be read: it is neither UTF-8 nor UTF-16',
      )
    }
    expect((await load(JSON.stringify([named('List')]))).errors).toContain(
      'line 1: is a list: each player is a JSON object on a line of its own',
    )
  })

  it('cleans names and addresses as the form does, and finds those that are the same', async () => {
    const { output } = await loadAll([
      {
        username: '\u200BPasted ',
        email: '"Pasted" <pasted@site.test>',
        firstname: ' Pas\u00ADted',
      },
    ])
    expect(output).toContain('imported: 1.')
    const row = await app.services.database.kysely
      .selectFrom('players')
      .select(['username', 'email', 'firstname'])
      .where('username', '=', 'Pasted')
      .executeTakeFirstOrThrow()
    expect(row).toEqual({ username: 'Pasted', email: 'pasted@site.test', firstname: 'Pasted' })
    const { errors } = await loadAll([
      { username: 'PAS\u2060TED', email: 'other@site.test' },
      { username: 'One1', email: 'one@site.test' },
      { username: 'ｏｎｅ１', email: 'two@site.test' },
      { username: 'Three', email: 'ONE@site\u3002test' },
    ])
    expect(errors.split('\n').slice(1, 4)).toEqual([
      'line 1: username: it is taken',
      'line 3: username: line 2 has it too',
      'line 4: email: line 2 has it too',
    ])
  })

  it('refuses a hash that contradicts its length, or was cut', async () => {
    const key = bare(Buffer.alloc(32, 'k'))
    const lengths = [
      [
        `$pbkdf2-sha256$i=1000,l=64$c2FsdHNhbHQ$${key}`,
        'says that its key has 64 bytes, and has 32',
      ],
      [
        `$pbkdf2-sha256$i=1000,l=32$c2FsdHNhbHQ$${'0'.repeat(62)}`,
        'says that its key has 32 bytes, and has 46',
      ],
      [
        `$firescrypt$ln=4,r=8,p=1$c2FsdA$${key}$Bw$${bare(Buffer.alloc(64, 's'))}`,
        'says that its key has 64 bytes, and has 32',
      ],
      [(await bcrypt(password, 4)).slice(0, 32), 'is cut'],
      [(await bcrypt(password, 4)).slice(0, 59), 'is cut'],
      ['$P$9IQRaTwmfeRo7ud9Fh4E2PdI0S3r.', 'is cut'],
      ['$wp$2y$10$abc', 'is cut'],
      ['$argon2id$v=19$m=64,t=3', 'has a key of 0 bytes'],
    ] as const
    const { errors } = await loadAll(
      lengths.map(([passwordHash], at) => ({ ...named(`Cut${at}`), passwordHash })),
    )
    for (const [at, [, reason]] of lengths.entries()) {
      expect(errors).toContain(`line ${at + 1}: passwordHash: ${reason}`)
    }
  })

  it('says of each player what did not come in', async () => {
    const players = [
      { ...named('Whole'), confirmedAt: '2020-05-01T12:00:00Z' },
      { ...named('Parts'), leftOut: ['a second factor (otp)', 'field groups'] },
      { ...named('Shut'), bannedAt: '2020-05-01T12:00:00Z', passwordHash: 'unreadable' },
    ]
    const { output } = await loadAll(players, '--json')
    expect(JSON.parse(output)).toMatchObject({
      imported: 3,
      withoutPassword: 1,
      banned: 1,
      unconfirmed: 2,
      leftOut: { 'a second factor (otp)': 1, 'field groups': 1 },
      parts: [
        { line: 2, leftOut: ['a second factor (otp)', 'field groups'] },
        { line: 3, leftOut: ['the password, as no reader knows its hash'] },
      ],
    })
  })

  it('names every refused line and then imports no player', async () => {
    await signedInPlayer(app, registerForm({ Username: 'Taken' }))
    const lines = [
      JSON.stringify(named('Fine')),
      'no json',
      JSON.stringify({ ...named('Extra'), age: 7 }),
      JSON.stringify({ ...named('no_pattern') }),
      JSON.stringify({ username: 'Mail', email: 'nowhere' }),
      JSON.stringify({
        ...named('Dear'),
        passwordHash: (await bcrypt(password, 4)).replace('$04$', '$31$'),
      }),
      '',
      JSON.stringify({ ...named('Other'), username: 'TAKEN' }),
      JSON.stringify({ username: 'Another', email: 'Taken@site.test' }),
      JSON.stringify({ ...named('fine'), email: 'fine2@site.test' }),
      JSON.stringify({ ...named('Young'), createdAt: 'yesterday' }),
    ]
    const { exitCode, errors } = await load(lines.join('\n'))
    expect(exitCode).toBe(1)
    expect(errors.split('\n')).toEqual([
      'No player was imported: 9 lines are refused.',
      'line 2: is no JSON from line 1 on',
      expect.stringMatching(/^line 3: .*"age"/),
      'line 4: username: ERROR_USERNAME_PATTERN',
      'line 5: email: ERROR_EMAIL_INCORRECT_FORMAT',
      'line 6: passwordHash: takes too long to verify, or protects nothing',
      'line 8: username: it is taken',
      'line 9: email: it is taken',
      'line 10: username: line 1 has it too',
      expect.stringMatching(/^line 11: createdAt: is no moment/),
      '--skip-refused imports the others.',
      '',
    ])
    const { exitCode: unknown } = await gatehouse(app, 'players show Fine --deployment local')
    expect(unknown).toBe(1)
  })

  it('continues after an interruption', async () => {
    const players = Array.from({ length: 1100 }, (_, at) => named(`Many${at}`))
    expect((await loadAll(players.slice(0, 700))).output).toContain('imported: 700.')
    expect((await loadAll(players)).output).toBe('Players imported: 400. There already: 700.\n')
    expect((await loadAll(players)).output).toBe('Players imported: 0. There already: 1100.\n')
    const log = await jsonOutputOf(app, 'audit list --subject import --limit 4')
    expect(log).toMatchObject([
      { details: { fromLine: 1001, toLine: 1100, count: 100 } },
      { details: { fromLine: 701, toLine: 1000, count: 300 } },
      { details: { fromLine: 501, toLine: 700, count: 200 } },
      { details: { fromLine: 1, toLine: 500, count: 500 } },
    ])
  })

  it('keeps subject, links and consents, and counts what has no place here', async () => {
    const consents = [
      { clientId: 'forum', scopes: ['openid', 'email'], givenAt: '2022-04-15T00:00:00Z' },
      { clientId: 'wiki', scopes: ['openid'] },
    ]
    const links = [{ service: 'twitch', id: '777', name: 'lunaplays' }]
    const luna = { ...named('Luna'), sub: 'f0-luna', links, consents }
    const { output } = await loadAll([luna], '--sector keycloak')
    expect(output.split('\n')).toEqual([
      'Players imported: 1. There already: 0.',
      'Left out: 1 consents for wiki.',
      'line 1 without: consents for wiki',
      '',
    ])
    const { kysely } = app.services.database
    const { id } = await kysely
      .selectFrom('players')
      .select('id')
      .where('username', '=', 'Luna')
      .executeTakeFirstOrThrow()
    const rows = (table: 'connections' | 'client_consents' | 'pairwise_subjects') =>
      kysely.selectFrom(table).selectAll().where('player_id', '=', id).execute()
    expect(await rows('connections')).toMatchObject([
      { canonical_name: 'twitch', account_id: '777', account_name: 'lunaplays' },
    ])
    expect(await rows('client_consents')).toMatchObject([
      { client_id: 'forum', scopes: ['openid', 'email'] },
    ])
    expect(await rows('pairwise_subjects')).toMatchObject([
      { sector: 'keycloak', subject: 'f0-luna' },
    ])
  })

  it('adds a password once, to a player of an earlier file', async () => {
    const carla = { ...named('Carla'), sub: 'auth0|1', confirmedAt: '2020-05-01T12:00:00Z' }
    await loadAll([carla])
    const completing = { ...carla, passwordHash: await bcrypt(password, 4) }
    expect((await loadAll([completing])).output).toBe(
      'Players imported: 0. There already: 1.\nPasswords added: 1.\n',
    )
    await app.visitor().logIn('Carla', password)
    // The log-in has replaced the hash; the file does not bring the old one back.
    const before = await hashOf('Carla')
    await loadAll([completing])
    expect(await hashOf('Carla')).toBe(before)
  })

  it('refuses an account of a service that is linked here, or twice in the file', async () => {
    await loadAll([linked('First', '4711')])
    const players = [linked('Second', '4711'), linked('Third', '4712'), linked('Fourth', '4712')]
    const { errors } = await loadAll(players)
    expect(errors).toContain('line 1: links: twitch 4711 is taken')
    expect(errors).toContain('line 3: links: line 2 has it too')
  })

  it('names a player without a name, and imports the others where some are refused', async () => {
    const players = [{ email: 'nameless@site.test' }, { ...named('Nomail'), email: '' }]
    const { output } = await loadAll(players, '--skip-refused')
    expect(output).toContain(
      'Players imported: 1. There already: 0.\n1 lines are refused.\nline 2: ',
    )
    const { username } = await app.services.database.kysely
      .selectFrom('players')
      .select('username')
      .where('email', '=', 'nameless@site.test')
      .executeTakeFirstOrThrow()
    expect(username).toMatch(/^Player\d{16}$/)
    expect((await loadAll(players, '--skip-refused')).output).toContain(
      'Players imported: 0. There already: 1.',
    )
  })

  it('needs a readable file and a deployment with passwords', async () => {
    const { errors } = await gatehouse(
      app,
      `players import ${folder}/none --deployment local --why test`,
    )
    expect(errors).toMatch(/none cannot be read: ENOENT/)
    expect((await load('a,"b', { ending: 'csv' })).errors).toContain('cannot be read: ')
    expect((await load('', { at: 'relic' })).errors).toContain('log in by a partner')
  })
})
