import {
  type Environment,
  environmentNames,
  environments,
  type Rules,
} from '@gatehouse/contract/environments'
import { type Path, paths } from '@gatehouse/contract/paths'
import { describe, expect, test } from 'vitest'
import {
  type Access,
  accessOf,
  environmentRule,
  landingOf,
  missesCaptcha,
  partnerPageOf,
} from './routeRules.ts'

const flags = {
  registersWithAccessKeys: false,
  asksCaptcha: false,
  hasConnectionsSection: true,
  hasNewsletterSection: true,
  hasDeletionSection: true,
  bypassesPartnerRegisterPage: false,
  leavesCookiesToConsentTool: false,
  usesGamePublisherRedeemer: false,
  isProduction: true,
}
const rulesIn = (environment: Environment, some: Partial<Rules> = {}): Rules => ({
  ...environments[environment],
  ...flags,
  ...some,
})

/*
 * Where each path ends, by environment: '' is entered, '/…' is where it leads instead, 'partner' is
 * the partner's own page. The first five and AVALANCHE have no rules of their own.
 */
const own = 'LOCAL STAGING TEST PREPROD PROD AVALANCHE'
const table: readonly (readonly [Path, Readonly<Record<string, string>>])[] = [
  [paths.home, {}],
  [
    paths.accessKey,
    { [`${own} SANDBOX TWO-POINT-STUDIOS RELIC CREATIVE-ASSEMBLY FOCUS`]: '/register' },
  ],
  [paths.login, { 'RELIC CREATIVE-ASSEMBLY FOCUS': 'partner' }],
  [paths.register, { 'RELIC CREATIVE-ASSEMBLY FOCUS': 'partner' }],
  [paths.registerConfirm, {}],
  [paths.registerValidate, { [`${own} SANDBOX RELIC CREATIVE-ASSEMBLY FOCUS`]: '/' }],
  [paths.passwordRecovery, { 'RELIC CREATIVE-ASSEMBLY FOCUS': '/' }],
  [paths.passwordRecoverySent, { 'RELIC CREATIVE-ASSEMBLY FOCUS': '/' }],
  [paths.passwordRecoveryReset, { 'RELIC CREATIVE-ASSEMBLY FOCUS': '/' }],
  [paths.account, {}],
  [paths.linkAccount, {}],
  [paths.newsletter, {}],
  [paths.cookies, {}],
  [paths.deletionRequest, {}],
  [paths.blockedUsers, {}],
  [paths.deletionConfirm, {}],
  [paths.logout, {}],
  [paths.updateEmail, { RELIC: '/account', 'CREATIVE-ASSEMBLY FOCUS': '/' }],
  [paths.updateEmailConfirm, { 'RELIC CREATIVE-ASSEMBLY FOCUS': '/' }],
  [paths.updateEmailRecovery, { 'RELIC CREATIVE-ASSEMBLY FOCUS': '/' }],
  [paths.updateEmailSuccess, { 'RELIC CREATIVE-ASSEMBLY FOCUS': '/' }],
  [paths.updateUsername, { 'RELIC CREATIVE-ASSEMBLY FOCUS': '/' }],
  [paths.resetPassword, { 'RELIC CREATIVE-ASSEMBLY FOCUS': '/' }],
  [paths.confirmEmail, {}],
  [paths.confirmEmailSend, {}],
  [paths.relicCallback, { [`${own} SANDBOX TWO-POINT-STUDIOS CREATIVE-ASSEMBLY FOCUS`]: '/' }],
  [paths.steamLink, {}],
  [paths.twitchCallback, {}],
  [paths.epicGamesUnlink, {}],
  [paths.survey, {}],
  [paths.unsubscribe, {}],
  [paths.oauth, {}],
]

describe.each(environmentNames)('in %s', (environment) => {
  test.each(table)('%s', (path, exceptions) => {
    const rules = rulesIn(environment)
    const [, expected = ''] =
      Object.entries(exceptions).find(([names]) => names.split(' ').includes(environment)) ?? []
    const partner = partnerPageOf(path, rules) === null ? '' : 'partner'
    expect(environmentRule(path, rules, false) ?? partner).toBe(expected)
  })
})

const leadsTo = (path: Path, some: Partial<Rules>, holdsAccessKey = false) =>
  environmentRule(path, rulesIn('PROD', some), holdsAccessKey)

describe('flags', () => {
  test('R-2.1-13 access keys come before the registration, until one is held', () => {
    const on = { registersWithAccessKeys: true }
    expect(leadsTo(paths.accessKey, on)).toBeNull()
    expect(leadsTo(paths.register, on)).toBe(paths.accessKey)
    expect(leadsTo(paths.register, on, true)).toBeNull()
    expect(environmentRule(paths.register, rulesIn('FOCUS', on), false)).toBeNull()
  })

  test('R-2.1-30 R-2.1-33 one flag closes connections and newsletter', () => {
    expect(leadsTo(paths.linkAccount, { hasConnectionsSection: false })).toBe(paths.account)
    expect(leadsTo(paths.newsletter, { hasConnectionsSection: false })).toBe(paths.account)
    expect(leadsTo(paths.newsletter, { hasNewsletterSection: false })).toBeNull()
  })

  test('R-2.1-35 R-2.1-37 the consent tool and the deletion flag', () => {
    expect(leadsTo(paths.cookies, { leavesCookiesToConsentTool: true })).toBe(paths.account)
    expect(leadsTo(paths.deletionRequest, { hasDeletionSection: false })).toBe(paths.account)
  })
})

const entered = (access: Access) => Object.values(paths).filter((path) => accessOf(path) === access)

test('R-2.3-11 R-4.1-2 who may enter each path', () => {
  expect(entered('visitor-else-account')).toEqual([paths.accessKey, paths.login, paths.register])
  expect(entered('player-else-home')).toEqual([
    paths.account,
    paths.linkAccount,
    paths.newsletter,
    paths.cookies,
    paths.deletionRequest,
    paths.blockedUsers,
    paths.updateEmail,
    paths.updateUsername,
    paths.resetPassword,
  ])
  expect(entered('player-else-login')).toEqual([
    paths.relicCallback,
    paths.steamCallback,
    paths.steamLink,
    paths.steamUnlink,
    paths.twitchCallback,
    paths.twitchLink,
    paths.twitchUnlink,
    paths.epicGamesCallback,
    paths.epicGamesLink,
    paths.epicGamesUnlink,
    paths.survey,
    paths.surveyConfirm,
  ])
})

test('R-4.1-14 a loaded entry screen lands on the account, everything else stays', () => {
  expect(landingOf(paths.home)).toBe(paths.account)
  expect(landingOf(paths.passwordRecoverySent)).toBe(paths.account)
  expect(landingOf(paths.blockedUsers)).toBeNull()
  expect(landingOf(paths.confirmEmail)).toBeNull()
})

test.each([
  [paths.login, paths.confirmEmail, true, true],
  [paths.register, paths.updateEmailRecovery, true, true],
  [paths.login, paths.home, true, false],
  [paths.account, paths.confirmEmail, true, false],
  [paths.login, paths.confirmEmail, false, false],
])(
  '%s after a page loaded at %s, captcha %s: needs a new page: %s',
  (path, loaded, asks, needs) => {
    expect(missesCaptcha(path, loaded, rulesIn('PROD', { asksCaptcha: asks }))).toBe(needs)
  },
)
