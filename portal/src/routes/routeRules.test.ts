import { type Environment, environments, type Rules } from '@gatehouse/contract/environments'
import { paths } from '@gatehouse/contract/routes'
import { expect, test } from 'vitest'
import { environmentRule, landingOf, missesCaptcha } from './routeRules.ts'

/* Where every path leads, in every environment, is in guard.test.ts. */

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

test('R-2.1-13 a key that is held opens the registration', () => {
  const rules = rulesIn('PROD', { registersWithAccessKeys: true })
  expect(environmentRule(paths.register, rules, false)).toBe(paths.accessKey)
  expect(environmentRule(paths.register, rules, true)).toBeNull()
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
