import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pbkdf2Sync } from 'node:crypto'
import { hash as argon2 } from '@node-rs/argon2'
import { hash as bcrypt } from '@node-rs/bcrypt'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { gatehouse } from '../../../test/fixtures/processes/runGatehouse.ts'
import { samplePassword as password } from '../../../test/fixtures/samples/samplePlayers.ts'
import { startApp, type TestApp } from '../../../test/fixtures/startApp.ts'

let app: TestApp
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-sources-'))
  app = await startApp()
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true })
})

async function load(from: string, content: string, more = '') {
  const file = join(folder, `${from}-${Math.random()}.json`)
  await writeFile(file, content)
  return gatehouse(
    app,
    `players import ${file} --from ${from} --deployment local --why "we moved" ${more}`,
  )
}

/** What the database has of an imported player, with everything that came along. */
async function imported(username: string) {
  const { kysely } = app.services.database
  const player = await kysely
    .selectFrom('players')
    .selectAll()
    .where('username', '=', username)
    .executeTakeFirstOrThrow()
  const of = { player_id: player.id }
  const rows = async (table: 'connections' | 'client_consents' | 'pairwise_subjects') =>
    kysely.selectFrom(table).selectAll().where('player_id', '=', of.player_id).execute()
  return {
    player,
    links: await rows('connections'),
    consents: await rows('client_consents'),
    subjects: await rows('pairwise_subjects'),
  }
}

const salt = Buffer.from('0123456789abcdef')

/** A user as `kc.sh export --users realm_file` writes it. */
function keycloakUser(username: string, more: object = {}) {
  const key = pbkdf2Sync(password, salt, 1000, 64, 'sha512')
  return {
    id: `f0000000-0000-4000-8000-${username.toLowerCase().padStart(12, '0')}`,
    username,
    email: `${username.toLowerCase()}@realm.test`,
    emailVerified: true,
    createdTimestamp: 1_600_000_000_000,
    enabled: true,
    totp: false,
    credentials: [
      {
        id: 'c',
        type: 'password',
        createdDate: 1_600_000_000_000,
        secretData: JSON.stringify({
          value: key.toString('base64'),
          salt: salt.toString('base64'),
          additionalParameters: {},
        }),
        credentialData: JSON.stringify({
          hashIterations: 1000,
          algorithm: 'pbkdf2-sha512',
          additionalParameters: {},
        }),
      },
    ],
    requiredActions: [],
    realmRoles: ['default-roles-games'],
    notBefore: 0,
    groups: [],
    ...more,
  }
}

const realm = (...users: object[]) =>
  JSON.stringify({ id: 'games', realm: 'games', roles: { realm: [] }, users, clients: [] })

const lines = (list: readonly object[]) => list.map((each) => JSON.stringify(each)).join('\n')

const linked = (username: string, id: string) =>
  keycloakUser(username, {
    federatedIdentities: [{ identityProvider: 'twitch', userId: id, userName: username }],
  })

describe('a realm of Keycloak', () => {
  it('brings its players with password, subject, links and consents', async () => {
    const { output, errors } = await load(
      'keycloak',
      realm(
        keycloakUser('Bea', {
          firstName: 'Bea',
          federatedIdentities: [
            { identityProvider: 'oidc.twitch', userId: '777', userName: 'beaplays' },
            { identityProvider: 'google', userId: '1', userName: 'bea' },
          ],
          clientConsents: [
            {
              clientId: 'forum',
              grantedClientScopes: ['email', 'profile', 'roles'],
              createdDate: 1_650_000_000_000,
            },
            { clientId: 'wiki', grantedClientScopes: ['profile'] },
          ],
        }),
        keycloakUser('service-account-forum', { serviceAccountClientId: 'forum' }),
      ),
      '--sector keycloak',
    )
    expect(errors).toBe('')
    expect(output.split('\n')).toEqual([
      'Players imported: 1. There already: 0.',
      'Left out: 1 links to google.',
      'Left out: 1 consents for wiki.',
      'Left out: 1 accounts of clients.',
      '',
    ])
    const bea = await imported('Bea')
    expect(bea.player).toMatchObject({ email: 'bea@realm.test', firstname: 'Bea' })
    expect(bea.player.confirmed_at).toEqual(new Date(1_600_000_000_000))
    expect(bea.links).toMatchObject([
      { canonical_name: 'twitch', account_id: '777', account_name: 'beaplays' },
    ])
    expect(bea.consents).toMatchObject([
      { client_id: 'forum', scopes: ['openid', 'profile', 'email'] },
    ])
    expect(bea.subjects).toMatchObject([
      { sector: 'keycloak', subject: 'f0000000-0000-4000-8000-000000000bea' },
    ])
    await app.visitor().logIn('Bea', password)
  })

  it('verifies the argon2 of newer versions, and keeps who is disabled out', async () => {
    const hash = await argon2(password, { memoryCost: 64, timeCost: 3, parallelism: 1, salt })
    const [, , , , , key = ''] = hash.split('$')
    const credentials = [
      {
        type: 'password',
        secretData: JSON.stringify({ value: key, salt: salt.toString('base64') }),
        credentialData: JSON.stringify({
          hashIterations: 3,
          algorithm: 'argon2',
          additionalParameters: {
            hashLength: ['32'],
            memory: ['64'],
            type: ['id'],
            version: ['1.3'],
            parallelism: ['1'],
          },
        }),
      },
    ]
    await load('keycloak', realm(keycloakUser('Aria', { credentials })))
    await load('keycloak', realm(keycloakUser('Gone', { enabled: false })))
    await app.visitor().logIn('Aria', password)
    expect((await imported('Gone')).player.banned_at).not.toBeNull()
  })

  it('names players whose names are not allowed here, and names the refused ones', async () => {
    const long = 'someone.with.a.long.name@realm.test'
    const text = realm(
      keycloakUser('Fine'),
      keycloakUser(long, { email: long }),
      keycloakUser('Nomail', { email: undefined }),
      keycloakUser('Odd', {
        credentials: [
          { type: 'password', secretData: '{"value":"x","salt":"y"}', credentialData: 'no json' },
        ],
      }),
    )
    const { exitCode, errors } = await load('keycloak', text)
    expect(exitCode).toBe(1)
    expect(errors).toContain('No player was imported: 2 users are refused.')
    expect(errors).toContain('user 3: email: ERROR_EMAIL')
    expect(errors).toContain('user 4: passwordHash: ')
    const { output } = await load('keycloak', text, '--skip-refused')
    expect(output).toContain('Players imported: 2. There already: 0.')
    expect(output).toContain('2 users are refused.')
    const named = await app.services.database.kysely
      .selectFrom('players')
      .select('username')
      .where('email', '=', long)
      .executeTakeFirstOrThrow()
    expect(named.username).toMatch(/^Player\d{16}$/)
    expect((await load('keycloak', text, '--skip-refused')).output).toContain(
      'Players imported: 0. There already: 2.',
    )
  })
})

describe('exports of Auth0', () => {
  it('bring users, and their passwords from a second file', async () => {
    const users = [
      {
        user_id: 'auth0|60425dc43519d90068f82973',
        email: 'Carla@Site.test',
        email_verified: true,
        username: 'Carla',
        created_at: '2021-03-05T16:34:12.000Z',
        identities: [
          {
            user_id: '60425dc43519d90068f82973',
            provider: 'auth0',
            connection: 'Username-Password-Authentication',
            isSocial: false,
          },
          { user_id: 'twitch|888', provider: 'oauth2', connection: 'twitch', isSocial: true },
        ],
      },
      { user_id: 'google-oauth2|1', email: 'only@social.test', email_verified: true },
    ]
    expect((await load('auth0', lines(users))).output).toContain('Players imported: 2.')
    expect((await imported('Carla')).links).toMatchObject([{ account_id: '888' }])
    const passwords = [
      {
        _id: { $oid: '60425dc43519d90068f82973' },
        email_verified: true,
        email: 'carla@site.test',
        passwordHash: await bcrypt(password, 4),
        password_set_date: { $date: '2021-03-05T16:34:12.000Z' },
        tenant: 'games',
        connection: 'Username-Password-Authentication',
        _tmp_is_unique: true,
      },
    ]
    const { output } = await load('auth0', lines(passwords))
    expect(output).toContain('Players imported: 0. There already: 1.\nPasswords added: 1.')
    await app.visitor().logIn('Carla', password)
    // The log-in has replaced the hash; the file does not bring the old one back.
    const before = (await imported('Carla')).player.password_hash
    await load('auth0', lines(passwords))
    expect((await imported('Carla')).player.password_hash).toBe(before)
  })
})

describe('an export of Firebase', () => {
  const parameters = `hash_config {
    algorithm: SCRYPT,
    base64_signer_key: jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==,
    base64_salt_separator: Bw==,
    rounds: 8,
    mem_cost: 14,
  }`
  // The published example of firebase/scrypt.
  const users = JSON.stringify({
    users: [
      {
        localId: 'k8Yk3rPZ',
        email: 'firebase@site.test',
        emailVerified: true,
        passwordHash:
          'lSrfV15cpx95_sZS2W9c9Kp6i_LVgQNDNC_qzrCnh1SAyZvqmZqAjTdn3aoItz-VHjoZilo78198JAdRuid5lQ==',
        salt: '42xEC-ixf3L2lw==',
        displayName: 'Flame',
        createdAt: '1486324176000',
        providerUserInfo: [
          { providerId: 'password', rawId: 'firebase@site.test' },
          { providerId: 'oidc.twitch', rawId: '999', displayName: 'flame' },
        ],
      },
    ],
  })

  it('brings its players with the project’s password hash parameters', async () => {
    const file = join(folder, 'parameters.txt')
    await writeFile(file, parameters)
    expect((await load('firebase', users)).errors).toContain('user 1: passwordHash: ')
    const { output } = await load('firebase', users, `--hash-parameters ${file}`)
    expect(output).toBe('Players imported: 1. There already: 0.\n')
    const flame = await imported('Flame')
    expect(flame.links).toMatchObject([{ canonical_name: 'twitch', account_id: '999' }])
    expect(flame.subjects).toMatchObject([{ sector: 'imported', subject: 'k8Yk3rPZ' }])
    await app.visitor().logIn('Flame', 'user1password')
  })

  it('needs parameters that can be read', async () => {
    const file = join(folder, 'nothing.txt')
    await writeFile(file, 'nothing')
    const { errors } = await load('firebase', users, `--hash-parameters ${file}`)
    expect(errors).toContain('no password hash parameters')
  })
})

describe('an account of another service', () => {
  it('is refused when it is linked here, or twice in the file', async () => {
    await load('keycloak', realm(linked('First', '4711')))
    const { errors } = await load(
      'keycloak',
      realm(linked('Second', '4711'), linked('Third', '4712'), linked('Fourth', '4712')),
    )
    expect(errors).toContain('user 1: links: twitch 4711 is taken')
    expect(errors).toContain('user 3: links: user 2 has it too')
  })
})

describe('a file that is no export', () => {
  it('is refused with its reason, and no player comes of it', async () => {
    for (const content of ['{"users": [{"id": "1",', 'no json']) {
      const { exitCode, errors } = await load('keycloak', content)
      expect([exitCode, errors]).toEqual([1, expect.stringContaining('cannot be read: ')])
    }
  })
})
