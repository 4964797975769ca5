import { readConfiguration, type Configuration } from '@gatehouse/contract/configuration'
import { sampleSession } from '@gatehouse/contract/console/sampleSession'
import { isLinkable } from '@gatehouse/contract/identityProviderRow'
import { environmentNames } from '@gatehouse/contract/environments'
import type { User } from '@gatehouse/contract/entities'
import { identityProviderNames } from '@gatehouse/contract/identityProviderNames'
import { paths, type Path } from '@gatehouse/contract/routes'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createMemoryHistory } from '../router/createMemoryHistory.ts'
import { RedirectError } from '../router/createRouter.ts'
import type { Portal } from '../context/portal.ts'
import type { SessionState } from '../session/session.ts'
import { createPortal } from '../app/createPortal.ts'
import { guard } from './guard.ts'
import { screenAt } from './routes.ts'

/*
 * The environment matrix of the portal: where a page load ends, for every path, in every
 * environment, for a visitor and for a player. It is written down here and derived from nothing.
 *
 *   .         the screen of the path is shown
 *   /…        another screen is
 *   log-in    the partner's own page, reached by partner/…/login-url
 *   sign-up   the partner's own page, reached by partner/…/register-url
 *
 * LOCAL, STAGING, TEST, PREPROD, PROD and AVALANCHE have the same rules: one column is theirs.
 */
const columns = [
  ['LOCAL', 'STAGING', 'TEST', 'PREPROD', 'PROD', 'AVALANCHE'],
  ['SANDBOX'],
  ['TWO-POINT-STUDIOS'],
  ['RELIC'],
  ['CREATIVE-ASSEMBLY'],
  ['FOCUS'],
]

test('every environment has a column', () => {
  expect(columns.flat().toSorted()).toEqual(environmentNames.toSorted())
})

const forVisitors = `
  path                             | LOCAL…    | SANDBOX   | TWO-POINT | RELIC   | C-A     | FOCUS
  /                                | .         | .         | .         | .       | .       | .
  /access-key                      | /register | /register | /register | sign-up | sign-up | sign-up
  /login                           | .         | .         | .         | log-in  | log-in  | log-in
  /login/second-step               | /login    | /login    | /login    | /       | /       | /
  /login/set-up                    | /         | /         | /         | /       | /       | /
  /login/callback/{service}        | /         | /         | /         | /       | /       | /
  /login/callback/game-pass        | /         | /         | /         | /       | /       | /
  /login/join                      | /         | /         | /         | /       | /       | /
  /oauth                           | .         | .         | .         | .       | .       | .
  /oauth/partner                   | .         | .         | .         | .       | .       | .
  /oauth/partner/register          | /         | /         | /         | /       | /       | /
  /oauth/partner/register/confirm  | /         | /         | /         | /       | /       | /
  /register                        | .         | .         | .         | sign-up | sign-up | sign-up
  /register/service                | /         | /         | /         | /       | /       | /
  /register/confirm                | .         | .         | .         | .       | .       | .
  /register/validate               | /         | /         | .         | /       | /       | /
  /password-recovery               | .         | .         | .         | /       | /       | /
  /password-recovery/sent          | .         | .         | .         | /       | /       | /
  /password-recovery/reset         | .         | .         | .         | /       | /       | /
  /account                         | /         | /         | /         | /       | /       | /
  /account/security                | /         | /         | /         | /       | /       | /
  /account/welcome                 | /         | /         | /         | /       | /       | /
  /account/security/activity       | /         | /         | /         | /       | /       | /
  /account/security/takeover       | /         | /         | /         | /       | /       | /
  /account/link-account            | /         | /         | /         | /       | /       | /
  /account/newsletter              | /         | /         | /         | /       | /       | /
  /account/cookies                 | /         | /         | /         | /       | /       | /
  /account/deletion-request        | /         | /         | /         | /       | /       | /
  /account/blocked-users-management| /         | /         | /         | /       | /       | /
  /account/connected-sites         | /         | /         | /         | /       | /       | /
  /deletion/confirm                | .         | .         | .         | .       | .       | .
  /account/logout                  | .         | .         | .         | .       | .       | .
  /account/update-email            | /         | /         | /         | /       | /       | /
  /account/update-email/confirm    | .         | .         | .         | /       | /       | /
  /account/update-email/recovery   | .         | .         | .         | /       | /       | /
  /account/update-email/success    | .         | .         | .         | /       | /       | /
  /account/update-username         | /         | /         | /         | /       | /       | /
  /account/reset-password          | /         | /         | /         | /       | /       | /
  /confirm-email                   | .         | .         | .         | .       | .       | .
  /confirm-email/send              | .         | .         | .         | .       | .       | .
  /relic/callback                  | /         | /         | /         | log-in  | /       | /
  /{service}/callback              | /login    | /login    | /login    | log-in  | log-in  | log-in
  /game-pass/callback              | /login    | /login    | /login    | log-in  | log-in  | log-in
  /{service}/link                  | /login    | /login    | /login    | log-in  | log-in  | log-in
  /game-pass/link                  | /login    | /login    | /login    | log-in  | log-in  | log-in
  /{service}/unlink                | /login    | /login    | /login    | log-in  | log-in  | log-in
  /game-pass/unlink                | /login    | /login    | /login    | log-in  | log-in  | log-in
  /survey/qualification            | /login    | /login    | /login    | log-in  | log-in  | log-in
  /survey/qualification/confirm    | /login    | /login    | /login    | log-in  | log-in  | log-in
  /account-safety                  | /         | /         | /         | /       | /       | /
  /account-safety/ask              | /         | /         | /         | /       | /       | /
  /account-safety/recover          | /         | /         | /         | /       | /       | /
  /account-safety/frozen           | /         | /         | /         | /       | /       | /
  /unsubscribe                     | .         | .         | .         | .       | .       | .
  /errors                          | .         | .         | .         | .       | .       | .
  /errors/bad-request              | .         | .         | .         | .       | .       | .
  /errors/internal                 | .         | .         | .         | .       | .       | .
  /errors/not-found                | .         | .         | .         | .       | .       | .`

const forPlayers = `
  path                             | LOCAL…    | SANDBOX   | TWO-POINT | RELIC    | C-A      | FOCUS
  /                                | /account  | /account  | /account  | /account | /account | /account
  /access-key                      | /account  | /account  | /account  | /account | /account | /account
  /login                           | /account  | /account  | /account  | /account | /account | /account
  /login/second-step               | /account  | /account  | /account  | /        | /        | /
  /login/set-up                    | /account  | /account  | /account  | /account | /account | /account
  /login/callback/{service}        | /         | /         | /         | /        | /        | /
  /login/callback/game-pass        | /         | /         | /         | /        | /        | /
  /login/join                      | /         | /         | /         | /        | /        | /
  /oauth                           | .         | .         | .         | .        | .        | .
  /oauth/partner                   | .         | .         | .         | .        | .        | .
  /oauth/partner/register          | /         | /         | /         | /        | /        | /
  /oauth/partner/register/confirm  | .         | .         | .         | .        | .        | .
  /register                        | /account  | /account  | /account  | /account | /account | /account
  /register/service                | /         | /         | /         | /        | /        | /
  /register/confirm                | /account  | /account  | /account  | /account | /account | /account
  /register/validate               | /         | /         | .         | /        | /        | /
  /password-recovery               | /account  | /account  | /account  | /        | /        | /
  /password-recovery/sent          | /account  | /account  | /account  | /        | /        | /
  /password-recovery/reset         | .         | .         | .         | /        | /        | /
  /account                         | .         | .         | .         | .        | .        | .
  /account/security                | /account  | /account  | /account  | /account | /account | /account
  /account/welcome                 | /account  | /account  | /account  | /account | /account | /account
  /account/security/activity       | /account  | /account  | /account  | /account | /account | /account
  /account/security/takeover       | /account  | /account  | /account  | /account | /account | /account
  /account/link-account            | .         | .         | .         | .        | .        | .
  /account/newsletter              | .         | .         | .         | .        | .        | .
  /account/cookies                 | .         | .         | .         | .        | .        | .
  /account/deletion-request        | .         | .         | .         | .        | .        | .
  /account/blocked-users-management| .         | .         | .         | .        | .        | .
  /account/connected-sites         | /account  | /account  | /account  | /account | /account | /account
  /deletion/confirm                | .         | .         | .         | .        | .        | .
  /account/logout                  | .         | .         | .         | .        | .        | .
  /account/update-email            | .         | .         | .         | /account | /        | /
  /account/update-email/confirm    | .         | .         | .         | /        | /        | /
  /account/update-email/recovery   | .         | .         | .         | /        | /        | /
  /account/update-email/success    | .         | .         | .         | /        | /        | /
  /account/update-username         | .         | .         | .         | /        | /        | /
  /account/reset-password          | .         | .         | .         | /        | /        | /
  /confirm-email                   | .         | .         | .         | .        | .        | .
  /confirm-email/send              | .         | .         | .         | .        | .        | .
  /relic/callback                  | /         | /         | /         | .        | /        | /
  /{service}/callback              | .         | .         | .         | .        | .        | .
  /game-pass/callback              | /account/link-account | /account/link-account | /account/link-account | /account/link-account | /account/link-account | /account/link-account
  /{service}/link                  | .         | .         | .         | .        | .        | .
  /game-pass/link                  | /account/link-account | /account/link-account | /account/link-account | /account/link-account | /account/link-account | /account/link-account
  /{service}/unlink                | .         | .         | .         | .        | .        | .
  /game-pass/unlink                | /account/link-account | /account/link-account | /account/link-account | /account/link-account | /account/link-account | /account/link-account
  /survey/qualification            | .         | .         | .         | .        | .        | .
  /survey/qualification/confirm    | .         | .         | .         | .        | .        | .
  /account-safety                  | /         | /         | /         | /        | /        | /
  /account-safety/ask              | /         | /         | /         | /        | /        | /
  /account-safety/recover          | /         | /         | /         | /        | /        | /
  /account-safety/frozen           | /         | /         | /         | /        | /        | /
  /unsubscribe                     | .         | .         | .         | .        | .        | .
  /errors                          | .         | .         | .         | .        | .        | .
  /errors/bad-request              | .         | .         | .         | .        | .        | .
  /errors/internal                 | .         | .         | .         | .        | .        | .
  /errors/not-found                | .         | .         | .         | .        | .        | .`

/** The differences that a flag makes, in each environment. */
const underFlags: readonly (readonly [string, Partial<Configuration>, Who, string])[] = [
  [
    'access keys (R-2.1-4, R-2.1-13)',
    { RegisterWithAccessKeys: true },
    'visitor',
    `
  path                             | LOCAL…      | SANDBOX     | TWO-POINT   | RELIC   | C-A     | FOCUS
  /access-key                      | .           | .           | .           | .       | .       | .
  /register                        | /access-key | /access-key | /access-key | sign-up | sign-up | sign-up`,
  ],
  [
    'no connections (R-2.1-30)',
    { EnableConnectionsSection: false },
    'player',
    `
  path                             | LOCAL…    | SANDBOX   | TWO-POINT | RELIC    | C-A      | FOCUS
  /account/link-account            | /account  | /account  | /account  | /account | /account | /account
  /account/newsletter              | /account  | /account  | /account  | /account | /account | /account`,
  ],
  [
    'no newsletter (R-2.1-33)',
    { EnableNewsletterSection: false },
    'player',
    `
  path                             | LOCAL…    | SANDBOX   | TWO-POINT | RELIC    | C-A      | FOCUS
  /account/newsletter              | .         | .         | .         | .        | .        | .`,
  ],
  [
    'no deletion (R-2.1-37)',
    { EnableDeletionSection: false },
    'player',
    `
  path                             | LOCAL…    | SANDBOX   | TWO-POINT | RELIC    | C-A      | FOCUS
  /account/deletion-request        | /account  | /account  | /account  | /account | /account | /account`,
  ],
  [
    'sites of others',
    { EnableSitesSection: true },
    'player',
    `
  path                             | LOCAL…    | SANDBOX   | TWO-POINT | RELIC    | C-A      | FOCUS
  /account/connected-sites         | .         | .         | .         | .        | .        | .`,
  ],
  [
    'the security section',
    { EnableSecuritySection: true },
    'player',
    `
  path                             | LOCAL…    | SANDBOX   | TWO-POINT | RELIC    | C-A      | FOCUS
  /account/security                | .         | .         | .         | .        | .        | .
  /account/welcome                 | .         | .         | .         | .        | .        | .
  /account/security/activity       | .         | .         | .         | .        | .        | .
  /account/security/takeover       | .         | .         | .         | .        | .        | .
  /account-safety                  | .         | .         | .         | .        | .        | .
  /account-safety/ask              | .         | .         | .         | .        | .        | .
  /account-safety/recover          | .         | .         | .         | .        | .        | .
  /account-safety/frozen           | /account  | /account  | /account  | /account | /account | /account`,
  ],
  [
    'screens of our own, which lead through the log-in',
    { EnableSecuritySection: true },
    'visitor',
    `
  path                             | LOCAL…    | SANDBOX   | TWO-POINT | RELIC    | C-A      | FOCUS
  /                                | .         | .         | .         | .        | .        | .
  /account                         | /login    | /login    | /login    | /        | /        | /
  /account/security                | /login    | /login    | /login    | /        | /        | /
  /account/security/activity       | /login    | /login    | /login    | /        | /        | /
  /account/security/takeover       | /login    | /login    | /login    | /        | /        | /
  /account/link-account            | /login    | /login    | /login    | /        | /        | /
  /account/blocked-users-management| /login    | /login    | /login    | /        | /        | /
  /account/update-email            | /login    | /login    | /login    | /        | /        | /
  /account/logout                  | .         | .         | .         | .        | .        | .
  /account-safety/frozen           | /account-safety/ask | /account-safety/ask | /account-safety/ask | /account-safety/ask | /account-safety/ask | /account-safety/ask`,
  ],
  [
    'log-ins with a service, for visitors',
    { SignInWith: 'steam' },
    'visitor',
    `
  path                             | LOCAL…    | SANDBOX   | TWO-POINT | RELIC    | C-A      | FOCUS
  /login/callback/{service}        | .         | .         | .         | /        | /        | /
  /register/service                | /login    | /login    | /login    | /        | /        | /
  /login/join                      | /login    | /login    | /login    | /        | /        | /`,
  ],
  [
    'log-ins with a service, for players',
    { SignInWith: 'steam' },
    'player',
    `
  path                             | LOCAL…    | SANDBOX   | TWO-POINT | RELIC    | C-A      | FOCUS
  /login/callback/{service}        | .         | .         | .         | /        | /        | /
  /register/service                | /account  | /account  | /account  | /        | /        | /
  /login/join                      | /account  | /account  | /account  | /        | /        | /`,
  ],
  [
    'a consent tool (R-2.1-35)',
    { CustomCookiesManagement: true },
    'player',
    `
  path                             | LOCAL…    | SANDBOX   | TWO-POINT | RELIC    | C-A      | FOCUS
  /account/cookies                 | /account  | /account  | /account  | /account | /account | /account`,
  ],
]

type Who = 'visitor' | 'player'

const rowsOf = (table: string) =>
  table
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .flatMap(([path = '', ...cells]) =>
      pathsOf(path).map((each) => ({ path: each as Path, cells })),
    )

/** `{service}` stands for every service that all deployments link. */
function pathsOf(path: string): readonly string[] {
  return path.includes('{service}')
    ? identityProviderNames
        .filter((name) => isLinkable({ CanonicalName: name }))
        .map((name) => path.replace('{service}', name))
    : [path]
}

afterEach(() => vi.unstubAllGlobals())

describe.each([
  ['visitor', forVisitors],
  ['player', forPlayers],
] as const)(
  'the page of a %s ends where the table says (R-2.1 R-2.2 R-2.3-11 R-4.1-2 R-4.1-14)',
  (who, table) => {
    test('names every path', () => {
      expect(rowsOf(table).map(({ path }) => path)).toEqual(
        expect.arrayContaining(Object.values(paths)),
      )
      expect(rowsOf(table)).toHaveLength(Object.values(paths).length)
    })

    for (const [column, environments] of columns.entries()) {
      test.each(environments)('in %s', async (environment) => {
        expect(await endsIn(table, environment, who)).toEqual(expected(table, column))
      })
    }
  },
)

describe.each(underFlags)('with %s', (_, differences, who, table) => {
  for (const [column, environments] of columns.entries()) {
    test.each(environments)('in %s', async (environment) => {
      expect(await endsIn(table, environment, who, differences)).toEqual(expected(table, column))
    })
  }
})

test.each([
  [paths.updateEmail, paths.account],
  [paths.resetPassword, paths.account],
  [paths.updateUsername, '.'],
  [paths.deletionRequest, '.'],
])('a player of a partner loads %s where the log-in is our own: %s', async (path, end) => {
  expect(await endOf(path, 'PROD', 'player', {}, { AuthType: 2 })).toBe(end)
})

test.each([
  ['PROD', '.'],
  ['RELIC', 'log-in'],
])('prompt=login leads to the log-in of %s, signed in or not: %s', async (name, end) => {
  for (const who of ['visitor', 'player'] as const) {
    expect(await endOf(paths.login, name, who, {}, {}, { prompt: 'login' })).toBe(end)
  }
})

test('prompt=create leads to the registration, signed in or not', async () => {
  for (const who of ['visitor', 'player'] as const) {
    expect(await endOf(paths.register, 'PROD', who, {}, {}, { prompt: 'create' })).toBe('.')
  }
})

test('a player who has to set up a second step gets there, out, and to the links of mails alone (SX-39, G56)', async () => {
  const strong = { StrongSignIn: 'required', EnableSecuritySection: true }
  const shown: string[] = []
  for (const path of Object.values(paths)) {
    if (path.startsWith(paths.error)) continue
    const end = await endOf(path, 'PROD', 'player', strong, { MustEnrol: true })
    if (end !== '/login/set-up') shown.push(path)
  }
  expect(shown).toEqual([
    '/login/set-up',
    '/password-recovery/reset',
    '/account/logout',
    '/account/update-email/confirm',
    '/account/update-email/recovery',
    '/confirm-email',
    '/account-safety',
    '/account-safety/recover',
    '/unsubscribe',
  ])
  expect(await endOf('/login/set-up', 'PROD', 'player', strong)).toBe('/account')
})

/** As lines, so that a difference names its path. */
function expected(table: string, column: number): string[] {
  return rowsOf(table).map(({ path, cells }) => `${path} ${cells[column]}`)
}

async function endsIn(
  table: string,
  environment: string,
  who: Who,
  differences: Partial<Configuration> = {},
): Promise<string[]> {
  const ends: string[] = []
  for (const { path } of rowsOf(table)) {
    ends.push(`${path} ${await endOf(path, environment, who, differences)}`)
  }
  return ends
}

/** Loads a page with a session as it may be and follows its redirects as the router would. */
async function endOf(
  loaded: Path,
  environment: string,
  who: Who,
  differences: Partial<Configuration>,
  user: Partial<User> = {},
  // The query that its screen needs; the others ignore it.
  query: Readonly<Record<string, string>> = { uid: 'U', code: 'C' },
): Promise<string> {
  const configuration = readConfiguration({
    Environment: environment,
    AccountApiUrl: 'https://account.site.test/api',
    AccountUrl: 'https://account.site.test',
    PartnerName: 'Partner',
    EnableConnectionsSection: true,
    EnableNewsletterSection: true,
    EnableDeletionSection: true,
    ...differences,
  })
  const history = createMemoryHistory(loaded)
  const portal = withSession(createPortal(configuration, history).portal, who, user)
  const partners = new Promise<string>((resolve) => {
    vi.stubGlobal('location', { href: `https://account.site.test${loaded}`, replace: resolve })
  })
  let path: Path = loaded
  for (;;) {
    const next = await Promise.race([leadOf(portal, path, query), partners])
    if (next === null) return path === loaded ? '.' : path
    if (!next.startsWith('/')) return next.replace('https://partner.test/', '')
    path = next as Path
  }
}

/** Where the guard, and then the screen itself, redirect; null when the screen is entered. */
async function leadOf(
  portal: Portal,
  path: Path,
  query: Readonly<Record<string, string>>,
): Promise<string | null> {
  try {
    await guard(portal, path, query)
  } catch (error) {
    if (error instanceof RedirectError) return error.href.replace(/\?.*/, '')
    throw error
  }
  return (await screenAt(path)?.admit?.(new URLSearchParams(query), portal, path)) ?? null
}

const { Token: token, User: player } = sampleSession('')

const partnerPages: Readonly<Record<string, string>> = {
  partnerLoginUrl: 'https://partner.test/log-in',
  creativeAssemblyLoginUrl: 'https://partner.test/log-in',
  focusLoginUrl: 'https://partner.test/log-in',
  partnerRegisterUrl: 'https://partner.test/sign-up',
}

function withSession(portal: Portal, who: Who, user: Partial<User>): Portal {
  const state: SessionState =
    who === 'player'
      ? { token, user: { ...player, ...user }, connects: [] }
      : { token: null, user: null, connects: [] }
  const api = ((name: string) => Promise.resolve(partnerPages[name])) as Portal['session']['api']
  const session = { ...portal.session, api, open: () => Promise.resolve(), read: () => state }
  return { ...portal, session }
}
