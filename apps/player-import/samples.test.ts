import { execFile } from 'node:child_process'
import { createMatcher } from '@gatehouse/server/auth/password/matchPassword'
import { importedPlayer } from '@gatehouse/server/staff/acts/imports/importedPlayer'
import { describe, expect, it } from 'vitest'

/*
 * Exports as the systems themselves, or a query over their tables, write them: what comes in, and every
 * part that does not.
 */

const program = new URL('convert.ts', import.meta.url).pathname
const sample = (name: string) => new URL(`samples/${name}`, import.meta.url).pathname
const matches = createMatcher({ memoryCost: 8, timeCost: 1, parallelism: 1 })

function convert(system: string, ...files: string[]) {
  const args = [program, system, ...files.map(sample)]
  return new Promise<{ exitCode: number; lines: string[]; errors: string }>((resolve) => {
    const child = execFile(process.execPath, args, (_, output, errors) =>
      resolve({ exitCode: child.exitCode ?? -1, lines: output.split('\n').slice(0, -1), errors }),
    )
  })
}

interface Expected {
  readonly username?: string
  readonly email: string
  readonly confirmed?: true
  readonly banned?: true
  /** The password that its hash is of; null where it comes without one. */
  readonly opens: string | null
  readonly links?: readonly string[]
  readonly leftOut?: readonly string[]
}

const password = 'Correct7Horse'
const notAllowed = 'the username, which is not allowed here'
const none = 'the password, which PlayFab gives to nobody'

/** A record that is no player is null. */
const exports: readonly (readonly [string, readonly string[], readonly (Expected | null)[]])[] = [
  [
    'keycloak',
    ['keycloak.json'],
    [
      {
        username: 'bea',
        email: 'bea@realm.test',
        confirmed: true,
        opens: password,
        leftOut: ['a second factor (otp)', 'role moderator', 'field groups', 'field attributes'],
      },
      {
        username: 'key',
        email: 'key@realm.test',
        confirmed: true,
        opens: password,
        leftOut: ['a second factor (webauthn)'],
      },
      {
        username: 'told',
        email: 'told@realm.test',
        opens: null,
        leftOut: ['the password, which was to be changed', 'required action CONFIGURE_TOTP'],
      },
      {
        username: 'gone',
        email: 'gone@realm.test',
        confirmed: true,
        banned: true,
        opens: password,
      },
    ],
  ],
  [
    'auth0',
    ['auth0.ndjson'],
    [
      {
        username: 'bea',
        email: 'bea@site.test',
        confirmed: true,
        opens: null,
        leftOut: ['a second factor (guardian)', 'field user_metadata'],
      },
      { email: 'gone@site.test', banned: true, opens: null },
    ],
  ],
  [
    'auth0',
    ['auth0-passwords.ndjson'],
    [{ email: 'bea@site.test', confirmed: true, opens: password }],
  ],
  [
    'firebase',
    ['firebase.json', 'firebase-hash.txt'],
    [
      {
        email: 'bea@site.test',
        confirmed: true,
        opens: 'user1password',
        leftOut: [notAllowed, 'a second factor', 'field phoneNumber', 'field customAttributes'],
      },
      { email: 'gone@site.test', banned: true, opens: null },
    ],
  ],
  [
    'discourse',
    ['discourse.csv'],
    [
      null,
      {
        username: 'bea',
        email: 'bea@forum.test',
        confirmed: true,
        opens: password,
        leftOut: ['field trust_level'],
      },
      {
        email: 'dan@forum.test',
        banned: true,
        opens: password,
        leftOut: [notAllowed, 'a second factor'],
      },
    ],
  ],
  [
    'phpbb',
    ['phpbb.csv'],
    [
      null,
      {
        username: 'Bea',
        email: 'bea@forum.test',
        opens: password,
        leftOut: ['field user_timezone'],
      },
      { username: 'Old', email: 'old@forum.test', opens: 'test12345' },
      { username: 'Gone', email: 'gone@forum.test', banned: true, opens: 'test12345' },
    ],
  ],
  [
    'vbulletin',
    ['vbulletin.csv'],
    [
      { username: 'Bea', email: 'bea@forum.test', opens: password },
      { username: 'Older', email: 'older@forum.test', opens: null },
      { username: 'Gone', email: 'gone@forum.test', banned: true, opens: password },
    ],
  ],
  [
    'xenforo',
    ['xenforo.json'],
    [
      { username: 'Bea', email: 'bea@forum.test', opens: password },
      { username: 'Older', email: 'older@forum.test', opens: null },
      { username: 'Gone', email: 'gone@forum.test', banned: true, opens: password },
    ],
  ],
  [
    'wordpress',
    ['wordpress.json'],
    [
      {
        username: 'Bea',
        email: 'bea@site.test',
        opens: password,
        leftOut: ['field display_name'],
      },
      { username: 'Old', email: 'old@site.test', opens: 'test12345' },
    ],
  ],
  [
    'playfab',
    ['playfab.json'],
    [
      {
        username: 'Bea',
        email: 'bea@contact.test',
        confirmed: true,
        opens: null,
        links: ['steam 76561197960287930'],
        leftOut: [
          none,
          'links to Custom',
          'the display name',
          'the address of the PlayFab account',
          'field TotalValueToDateInUSD',
          'field Statistics',
        ],
      },
      {
        username: 'gone',
        email: 'gone@login.test',
        banned: true,
        opens: null,
        leftOut: [none, 'the end of the ban'],
      },
    ],
  ],
  [
    'playfab',
    ['playfab.tsv'],
    [{ username: 'Bea', email: 'bea@login.test', opens: null, leftOut: [none] }],
  ],
]

describe('an export', () => {
  it.each(exports)('of %s, %j, loses nothing in silence', async (system, files, expected) => {
    const { exitCode, lines, errors } = await convert(system, ...files)
    expect([exitCode, errors]).toEqual([0, expect.any(String)])
    const read = lines
      .filter((line) => line !== '')
      .map((line) => importedPlayer.parse(JSON.parse(line)))
    const players = expected.filter((each) => each !== null)
    expect(
      read.map(({ username, email, confirmedAt, bannedAt, links, leftOut }) => ({
        username,
        email,
        confirmed: confirmedAt && true,
        banned: bannedAt && true,
        links: links.map(({ service, id }) => `${service} ${id}`),
        leftOut: leftOut.toSorted(),
      })),
    ).toEqual(
      players.map(({ username, email, confirmed, banned, links = [], leftOut = [] }) => ({
        username,
        email,
        confirmed,
        banned,
        links,
        leftOut: leftOut.toSorted(),
      })),
    )
    for (const [at, { passwordHash = null }] of read.entries()) {
      const { opens } = players[at] as Expected
      expect(passwordHash === null).toBe(opens === null)
      expect(await matches(passwordHash, opens ?? password)).toBe(
        opens === null ? 'none' : 'outdated',
      )
      expect(await matches(passwordHash, 'Another7Horse')).toBe('none')
    }
    for (const part of read.flatMap(({ leftOut }) => leftOut)) expect(errors).toContain(part)
    expect(errors.includes('accounts of the forum itself')).toBe(expected.includes(null))
  })
})
