/** Every path of the portal (specification, section 2). Screens navigate by these names. */
export const paths = {
  home: '/',
  accessKey: '/access-key',
  login: '/login',
  oauth: '/oauth',
  partnerCallback: '/oauth/partner',
  partnerRegister: '/oauth/partner/register',
  partnerRegisterConfirm: '/oauth/partner/register/confirm',
  register: '/register',
  registerConfirm: '/register/confirm',
  registerValidate: '/register/validate',
  passwordRecovery: '/password-recovery',
  passwordRecoverySent: '/password-recovery/sent',
  passwordRecoveryReset: '/password-recovery/reset',
  account: '/account',
  linkAccount: '/account/link-account',
  newsletter: '/account/newsletter',
  cookies: '/account/cookies',
  deletionRequest: '/account/deletion-request',
  blockedUsers: '/account/blocked-users-management',
  deletionConfirm: '/deletion/confirm',
  logout: '/account/logout',
  updateEmail: '/account/update-email',
  updateEmailConfirm: '/account/update-email/confirm',
  updateEmailRecovery: '/account/update-email/recovery',
  updateEmailSuccess: '/account/update-email/success',
  updateUsername: '/account/update-username',
  resetPassword: '/account/reset-password',
  confirmEmail: '/confirm-email',
  confirmEmailSend: '/confirm-email/send',
  relicCallback: '/relic/callback',
  steamCallback: '/steam/callback',
  steamLink: '/steam/link',
  steamUnlink: '/steam/unlink',
  twitchCallback: '/twitch/callback',
  twitchLink: '/twitch/link',
  twitchUnlink: '/twitch/unlink',
  epicGamesCallback: '/epic-games/callback',
  epicGamesLink: '/epic-games/link',
  epicGamesUnlink: '/epic-games/unlink',
  gamePassCallback: '/game-pass/callback',
  gamePassLink: '/game-pass/link',
  gamePassUnlink: '/game-pass/unlink',
  survey: '/survey/qualification',
  surveyConfirm: '/survey/qualification/confirm',
  unsubscribe: '/unsubscribe',
  error: '/errors',
  badRequest: '/errors/bad-request',
  internalError: '/errors/internal',
  notFound: '/errors/not-found',
} as const

/** Below it the server itself answers, as the OpenID provider of the portal's host. */
export const providerPath = '/oidc'

/** Where a player sees which sites they have let in, and takes that back. */
export const sitesPath = `${providerPath}/sites`

export type PathName = keyof typeof paths
export type Path = (typeof paths)[PathName]

const beginsWith = (path: string, prefix: string) =>
  path === prefix || path.startsWith(`${prefix}/`)

/**
 * Paths on which an action is under way: a stored redirect URL is not followed from here when the
 * page loads, the screen does its own work.
 */
const busy = [
  paths.resetPassword,
  '/steam',
  '/twitch',
  '/epic-games',
  '/game-pass',
  '/survey',
  paths.error,
  '/relic/callback',
  paths.updateEmailConfirm,
  paths.updateEmailRecovery,
  paths.registerValidate,
  paths.confirmEmail,
  paths.passwordRecoveryReset,
  paths.logout,
  paths.oauth,
]

export function isBlockedPath(path: string): boolean {
  return busy.some((prefix) => beginsWith(path, prefix))
}

/** Paths from which a signed-in player is taken to the account. */
const entries: ReadonlySet<string> = new Set([
  paths.home,
  paths.login,
  paths.accessKey,
  paths.register,
  paths.registerConfirm,
  paths.passwordRecovery,
  paths.passwordRecoverySent,
])

export function isEntryPath(path: string): boolean {
  return entries.has(path)
}

/** Paths whose `redirectUrl` says where a linking goes on, not where a login does. */
export function isLinkingPath(path: string): boolean {
  return ['/steam', '/twitch', '/epic-games', '/game-pass'].some((prefix) =>
    beginsWith(path, prefix),
  )
}

/** Paths whose query carries the secret of a mail: no site but ours hears anything from their page. */
const mailLinks: ReadonlySet<string> = new Set([
  paths.registerValidate,
  paths.confirmEmail,
  paths.passwordRecoveryReset,
  paths.updateEmailConfirm,
  paths.updateEmailRecovery,
  paths.unsubscribe,
])

export function isMailLinkPath(path: string): boolean {
  return mailLinks.has(path)
}

/**
 * Paths on which scripts of others may be started: nobody types a password, a key or a code there,
 * and no secret of a mail or a provider travels in the address. A path that is not named is not.
 */
const openToTags: ReadonlySet<string> = new Set([
  paths.home,
  paths.registerConfirm,
  paths.passwordRecoverySent,
  paths.partnerRegisterConfirm,
  paths.account,
  paths.linkAccount,
  paths.newsletter,
  paths.cookies,
  paths.blockedUsers,
  paths.updateEmailSuccess,
  paths.deletionConfirm,
  paths.survey,
  paths.surveyConfirm,
])

export function isOpenToTags(path: string): boolean {
  return openToTags.has(path)
}
