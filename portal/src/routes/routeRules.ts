import type { Rules } from '@gatehouse/contract/environments'
import {
  isEntryPath,
  isLinkingPath,
  isMailLinkPath,
  type Path,
  paths,
} from '@gatehouse/contract/routes'
import { accountSections } from './accountSections.ts'

/*
 * Who may enter which path, as tables. Screens never ask: the guard asks before they load. A path
 * needs no screen to have a rule.
 */

/** Where the environment and the flags send a visitor instead; null when the path is open. */
export function environmentRule(path: Path, rules: Rules, holdsAccessKey: boolean): Path | null {
  const section = accountSections.find((section) => section.path === path)
  if (section) return section.isOpen(rules) ? null : paths.account
  const open = whenOpen[path]
  return open === undefined ? null : open(rules, holdsAccessKey)
}

type EnvironmentRule = (rules: Rules, holdsAccessKey: boolean) => Path | null

const recovery: EnvironmentRule = (rules) => (rules.passwordRecovery === 'open' ? null : paths.home)
const emailLinks: EnvironmentRule = (rules) =>
  rules.updateEmailLinks === 'open' ? null : paths.home

const whenOpen: Partial<Record<Path, EnvironmentRule>> = {
  [paths.accessKey]: (rules) => (rules.registersWithAccessKeys ? null : paths.register),
  [paths.register]: (rules, holdsAccessKey) =>
    rules.register === 'own-form' && rules.registersWithAccessKeys && !holdsAccessKey
      ? paths.accessKey
      : null,
  [paths.registerValidate]: (rules) =>
    rules.registrationMailOpens === 'register-validate' ? null : paths.home,
  [paths.passwordRecovery]: recovery,
  [paths.passwordRecoverySent]: recovery,
  [paths.passwordRecoveryReset]: recovery,
  [paths.updateEmail]: (rules) =>
    ({ open: null, 'to-information': paths.account, 'to-home': paths.home })[rules.updateEmail],
  [paths.updateEmailConfirm]: emailLinks,
  [paths.updateEmailRecovery]: emailLinks,
  [paths.updateEmailSuccess]: emailLinks,
  [paths.updateUsername]: (rules) => (rules.updateUsername === 'open' ? null : paths.home),
  [paths.resetPassword]: (rules) => (rules.resetPassword === 'open' ? null : paths.home),
  [paths.relicCallback]: (rules) => (rules.steamLink === 'by-partner-service' ? null : paths.home),
}

/** Mail links and the logout work without a session although they live under /account. */
const publicAccountPaths: ReadonlySet<Path> = new Set<Path>([
  paths.updateEmailConfirm,
  paths.updateEmailRecovery,
  paths.updateEmailSuccess,
  paths.logout,
])

export type Access = 'anyone' | 'player-else-home' | 'player-else-login' | 'visitor-else-account'

/** Who may enter a path: where an anonymous visitor or a signed-in player is sent otherwise. */
export function accessOf(path: Path): Access {
  if (path === paths.login || path === paths.register || path === paths.accessKey) {
    return 'visitor-else-account'
  }
  if (isUnder(path, paths.account)) {
    return publicAccountPaths.has(path) ? 'anyone' : 'player-else-home'
  }
  const comesFromElsewhere =
    isLinkingPath(path) || isUnder(path, paths.survey) || path === paths.relicCallback
  return comesFromElsewhere ? 'player-else-login' : 'anyone'
}

/** The pages of a partner that take the place of a screen, for anonymous visitors. */
export function partnerPageOf(path: Path, rules: Rules): 'login' | 'register' | null {
  if (path === paths.login && rules.signIn === 'by-partner') return 'login'
  return path === paths.register && rules.register === 'by-partner' ? 'register' : null
}

/**
 * Whether a form needs a captcha that its page cannot load: a page that a mail's link opened lets in
 * nothing of other sites for as long as it lives.
 */
export function missesCaptcha(path: Path, loadedPath: string, rules: Rules): boolean {
  const isGuarded = path === paths.login || path === paths.register
  return rules.asksCaptcha && isGuarded && isMailLinkPath(loadedPath)
}

/** Where a page load of a signed-in player ends when there is no redirect URL to follow. */
export function landingOf(loadedPath: string): Path | null {
  return isEntryPath(loadedPath) ? paths.account : null
}

function isUnder(path: string, parent: string): boolean {
  return path === parent || path.startsWith(`${parent}/`)
}
