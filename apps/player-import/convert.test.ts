import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pbkdf2Sync } from 'node:crypto'
import { createMatcher } from '@gatehouse/server/auth/password/matchPassword'
import { importedPlayer } from '@gatehouse/server/staff/acts/imports/importedPlayer'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const password = 'Correct7Horse'
const program = new URL('convert.ts', import.meta.url).pathname
const matches = createMatcher({ memoryCost: 8, timeCost: 1, parallelism: 1 })

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-convert-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** Runs the program on an export, as an operator does. */
async function convert(system: string, content: string, parameters?: string) {
  const args = [program, system, await fileOf(content)]
  if (parameters !== undefined) args.push(await fileOf(parameters))
  return new Promise<{ exitCode: number; lines: string[]; errors: string }>((resolve) => {
    const child = execFile(process.execPath, args, (_, output, errors) =>
      resolve({ exitCode: child.exitCode ?? -1, lines: output.split('\n').slice(0, -1), errors }),
    )
  })
}

async function fileOf(content: string): Promise<string> {
  const file = join(folder, String(Math.random()))
  await writeFile(file, content)
  return file
}

/** The player of a line, as the server's import checks it. */
const playerOf = (line = '') => importedPlayer.parse(JSON.parse(line))

/** True when a line has the hash of the typed password. */
const lets = async (line: string | undefined, typed: string) =>
  (await matches(playerOf(line).passwordHash ?? null, typed)) !== 'none'

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

/** The credentials of a user as plugins for bcrypt write them. */
const byBcrypt = (secretData: object, hashIterations: number) => ({
  credentials: [
    {
      type: 'password',
      secretData: JSON.stringify(secretData),
      credentialData: JSON.stringify({ hashIterations, algorithm: 'bcrypt' }),
    },
  ],
})

const realm = (...users: object[]) =>
  JSON.stringify({ id: 'games', realm: 'games', roles: { realm: [] }, users, clients: [] })

const lines = (list: readonly object[]) => list.map((each) => JSON.stringify(each)).join('\n')

describe('a realm of Keycloak', () => {
  it('becomes players with password, subject, links and consents, each on the line of its record', async () => {
    const { exitCode, lines, errors } = await convert(
      'keycloak',
      realm(
        keycloakUser('service-account-forum', { serviceAccountClientId: 'forum' }),
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
          ],
        }),
        keycloakUser('Gone', { enabled: false }),
      ),
    )
    expect([exitCode, errors.split('\n')]).toEqual([
      0,
      ['Left out: 1 accounts of clients.', 'Left out: 1 links to google.', ''],
    ])
    expect(lines).toEqual(['', expect.any(String), expect.any(String)])
    expect(playerOf(lines[1])).toMatchObject({
      sub: 'f0000000-0000-4000-8000-000000000bea',
      username: 'Bea',
      email: 'bea@realm.test',
      firstname: 'Bea',
      confirmedAt: new Date(1_600_000_000_000),
      links: [{ service: 'twitch', id: '777', name: 'beaplays' }],
      consents: [
        {
          clientId: 'forum',
          scopes: ['openid', 'profile', 'email'],
          givenAt: new Date(1_650_000_000_000),
        },
      ],
    })
    expect(playerOf(lines[1]).bannedAt).toBeUndefined()
    expect(playerOf(lines[2]).bannedAt).toBeInstanceOf(Date)
    expect([await lets(lines[1], password), await lets(lines[1], 'another')]).toEqual([true, false])
  })

  it('keeps the argon2 of newer versions', async () => {
    const credentials = [
      {
        type: 'password',
        secretData: JSON.stringify({
          value: 'GpZ3sK/oH9p7VIiV56G/64Zo/8GaUw434IimaPqxwCo=',
          salt: 'c29tZXNhbHQ=',
        }),
        credentialData: JSON.stringify({
          hashIterations: 2,
          algorithm: 'argon2',
          additionalParameters: {
            hashLength: ['32'],
            memory: ['65536'],
            type: ['id'],
            version: ['1.3'],
            parallelism: ['1'],
          },
        }),
      },
    ]
    const { lines } = await convert('keycloak', realm(keycloakUser('Aria', { credentials })))
    expect(playerOf(lines[0]).passwordHash).toBe(
      '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$GpZ3sK/oH9p7VIiV56G/64Zo/8GaUw434IimaPqxwCo',
    )
  })

  it('keeps the bcrypt of its plugins, which is whole in the value, with an empty salt or none', async () => {
    const value = '$2a$04$dF9Ac9d4Z0oaGGiHCITM3eAUm2ZexwtG0YhyS0tLw7McV2KsernFq'
    const { lines } = await convert(
      'keycloak',
      realm(
        keycloakUser('Bcrypt', byBcrypt({ value, salt: '', additionalParameters: {} }, 10)),
        keycloakUser(
          'Unsalted',
          byBcrypt({ value: value.replace('$2a$', '$2y$'), salt: null }, -1),
        ),
      ),
    )
    expect(playerOf(lines[0]).passwordHash).toBe(value)
    for (const line of lines) {
      expect([await lets(line, password), await lets(line, 'another')]).toEqual([true, false])
    }
  })

  it('leaves out names that are not allowed here, and gives the import what it refuses', async () => {
    const long = 'someone.with.a.long.name@realm.test'
    const credentials = [{ type: 'password', secretData: '{"value":"x"}', credentialData: 'none' }]
    const { lines } = await convert(
      'keycloak',
      realm(
        keycloakUser(long, { email: long }),
        keycloakUser('Nomail', { email: undefined }),
        keycloakUser('Odd', { credentials }),
      ),
    )
    expect(playerOf(lines[0]).username).toBeUndefined()
    expect(() => playerOf(lines[1])).toThrow('ERROR_EMAIL')
    // It comes without a password.
    expect(playerOf(lines[2]).passwordHash).toBeNull()
  })

  it('has each unreadable user named, without a value of it, and the others are there', async () => {
    const text = realm({ id: 7, email: 'secret@site.test' }, keycloakUser('Fine'))
    const { exitCode, lines, errors } = await convert('keycloak', text)
    expect(exitCode).toBe(1)
    expect(errors).toMatch(/^user 1: id: [^\n]+\n[^\n]*: 1 users are refused\.\n$/)
    expect(errors).not.toContain('secret')
    expect([lines[0], playerOf(lines[1]).username]).toEqual(['', 'Fine'])
  })
})

describe('exports of Auth0', () => {
  it('become users, and their passwords from a second file', async () => {
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
    const passwordHash = '$2b$04$abcdefghijklmnopqrstuuP1rGdZx0Ql3S5fPVbT1XcVq0xF1Zb6G'
    const passwords = [
      {
        _id: { $oid: '60425dc43519d90068f82973' },
        email_verified: true,
        email: 'carla@site.test',
        passwordHash,
        tenant: 'games',
      },
    ]
    const ofUsers = await convert('auth0', lines(users))
    expect([ofUsers.exitCode, ofUsers.errors, ofUsers.lines.length]).toEqual([0, '', 2])
    expect(playerOf(ofUsers.lines[0])).toMatchObject({
      sub: 'auth0|60425dc43519d90068f82973',
      username: 'Carla',
      createdAt: new Date('2021-03-05T16:34:12Z'),
      links: [{ service: 'twitch', id: '888' }],
    })
    const ofPasswords = await convert('auth0', lines(passwords))
    const { sub, passwordHash: kept } = playerOf(ofPasswords.lines[0])
    expect([sub, kept]).toEqual(['auth0|60425dc43519d90068f82973', passwordHash])
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

  it('becomes players with the project’s password hash parameters', async () => {
    const without = await convert('firebase', users)
    expect([without.exitCode, without.lines]).toEqual([1, ['']])
    expect(without.errors).toContain('user 1: passwordHash: needs the file of hash parameters')
    const { exitCode, lines, errors } = await convert('firebase', users, parameters)
    expect([exitCode, errors]).toEqual([0, ''])
    expect(playerOf(lines[0])).toMatchObject({
      sub: 'k8Yk3rPZ',
      username: 'Flame',
      confirmedAt: new Date(1_486_324_176_000),
      links: [{ service: 'twitch', id: '999', name: 'flame' }],
    })
    expect(await lets(lines[0], 'user1password')).toBe(true)
  })

  it('needs parameters that can be read', async () => {
    const { exitCode, errors } = await convert('firebase', users, 'nothing')
    expect([exitCode, errors]).toEqual([
      1,
      expect.stringContaining('no password hash parameters of Firebase'),
    ])
  })
})

describe('a file that is no export, or of no known system', () => {
  it('is refused with its reason', async () => {
    for (const [system, content] of [
      ['keycloak', '{"users": [{"id": "1",'],
      ['keycloak', 'no json'],
      ['other', ''],
    ] as const) {
      const { exitCode, lines, errors } = await convert(system, content)
      expect([exitCode, lines, errors]).toEqual([
        1,
        [],
        expect.stringMatching(/^[^\n]+: [^\n]+\n$/),
      ])
    }
  })
})
