import type { Rules } from './environments.ts'
import {
  camelCase,
  type CamelCase,
  identityProviderNames,
  signInCallbackPathOf,
} from './identityProviderNames.ts'
import type { IdentityProviderName } from './identityProviders.ts'

/** A path of the portal (specification, section 2): one row with all its rules. */
export interface Route {
  readonly path: string
  /** The players or visitors that may enter, and the target for all others. */
  readonly access: 'anyone' | 'player-else-home' | 'player-else-login' | 'visitor-else-account'
  /** The target where the environment and its flags close the path; null where it is open. */
  readonly redirect?: (rules: Rules, holdsAccessKey: boolean) => RedirectTarget | null
  /** The partner's own page that replaces the screen for visitors. */
  readonly partnerPage?: (rules: Rules) => 'login' | 'register' | null
  /** The entry in the side menu: a link, the button of the consent tool, or nothing. */
  readonly menu?: (rules: Rules) => 'link' | 'consent-tool' | null
  /** The section of the side menu that the screen belongs to, where it is not the screen's own. */
  readonly section?: '/account' | '/account/security'
  /** The path leads a signed-in player to the account. */
  readonly isEntry?: true
  /** An action is in progress: a page load here does not follow a stored redirect URL. */
  readonly isBusy?: true
  /** The `redirectUrl` of this path is the target of a linking, not of a log-in. */
  readonly isLinking?: true
  /** The query carries a mail link's secret: the page sends no request to another site. */
  readonly carriesSecret?: true
  /**
   * Third-party scripts may start here. The screen takes no password, key or code, and the address
   * carries no secret of a mail or a provider.
   */
  readonly isOpenToTags?: true
  /** The form of this screen needs a captcha where the deployment has one. */
  readonly asksCaptcha?: true
  /** The screen changes data that a partner keeps for its players. */
  readonly isKeptByPartner?: true
  /** The screen that several paths share; absent: the screen has the name of the row. */
  readonly sharedScreen?: SharedScreen
  /** Visitors begin here: the server sends a prerendered page. */
  readonly isPrerendered?: true
}

/** The screens of all identity providers. */
export type SharedScreen =
  | 'connectionLink'
  | 'connectionUnlink'
  | 'connectionCallback'
  | 'serviceCallback'

type RedirectTarget = '/' | '/access-key' | '/register' | '/account'

function connectionRoute<
  N extends IdentityProviderName,
  End extends 'Link' | 'Unlink' | 'Callback',
>(name: N, end: End) {
  return {
    access: 'player-else-login',
    isBusy: true,
    isLinking: true,
    sharedScreen: `connection${end}`,
    path: `/${name}/${end.toLowerCase() as Lowercase<End>}`,
  } as const
}

type ConnectionRoutes = {
  readonly [N in IdentityProviderName as `${CamelCase<N>}Callback`]: ReturnType<
    typeof connectionRoute<N, 'Callback'>
  >
} & {
  readonly [N in IdentityProviderName as `${CamelCase<N>}Link`]: ReturnType<
    typeof connectionRoute<N, 'Link'>
  >
} & {
  readonly [N in IdentityProviderName as `${CamelCase<N>}Unlink`]: ReturnType<
    typeof connectionRoute<N, 'Unlink'>
  >
}

/** The paths to each identity provider, back from it, and out of a connection. */
const connectionRoutes = Object.fromEntries(
  identityProviderNames.flatMap((name) =>
    (['Callback', 'Link', 'Unlink'] as const).map((end) => [
      `${camelCase(name)}${end}`,
      connectionRoute(name, end),
    ]),
  ),
) as ConnectionRoutes

const ofServices = {
  redirect: (rules: Rules) => (rules.offersServiceSignIn ? null : '/'),
  isBusy: true,
} as const

function serviceRoute<N extends IdentityProviderName>(name: N) {
  return {
    ...ofServices,
    access: 'anyone',
    sharedScreen: 'serviceCallback',
    path: signInCallbackPathOf(name),
  } as const
}

type ServiceRoutes = {
  readonly [N in IdentityProviderName as `${CamelCase<N>}LogIn`]: ReturnType<typeof serviceRoute<N>>
}

/** The path back from each service with which players log in. */
const serviceRoutes = Object.fromEntries(
  identityProviderNames.map((name) => [`${camelCase(name)}LogIn`, serviceRoute(name)]),
) as ServiceRoutes

const recovery = {
  redirect: (rules: Rules) => (rules.passwordRecovery === 'open' ? null : '/'),
} as const
const emailLink = {
  access: 'anyone',
  redirect: (rules: Rules) => (rules.updateEmailLinks === 'open' ? null : '/'),
} as const

/** Behind the address of Home: the visitor has just logged out. */
export const loggedOutMark = '#logged-out'

/** Every path of the portal. The sections of the account stand in the order of the side menu. */
export const routes = {
  home: { path: '/', access: 'anyone', isEntry: true, isOpenToTags: true, isPrerendered: true },
  accessKey: {
    path: '/access-key',
    access: 'visitor-else-account',
    redirect: (rules) => (rules.registersWithAccessKeys ? null : '/register'),
    isEntry: true,
  },
  login: {
    path: '/login',
    access: 'visitor-else-account',
    partnerPage: (rules) => (rules.signIn === 'by-partner' ? 'login' : null),
    isEntry: true,
    asksCaptcha: true,
    isPrerendered: true,
  },
  /** The second step of a log-in, or a proof that a site asks for. */
  secondStep: {
    path: '/login/second-step',
    access: 'anyone',
    redirect: (rules) => (rules.signIn === 'by-partner' ? '/' : null),
    isBusy: true,
  },
  /** A second step that the deployment requires: until it is set up, every other path leads here. */
  enrolment: {
    path: '/login/set-up',
    access: 'player-else-home',
  },
  ...serviceRoutes,
  /** A new player whom a service has confirmed. */
  serviceArrival: { ...ofServices, path: '/register/service', access: 'visitor-else-account' },
  /** The same, as one who has an account here: asks whether the service is to open it. */
  serviceJoin: { ...ofServices, path: '/login/join', access: 'player-else-login' },
  oauth: { path: '/oauth', access: 'anyone', isBusy: true },
  partnerCallback: { path: '/oauth/partner', access: 'anyone', isBusy: true },
  partnerRegister: { path: '/oauth/partner/register', access: 'anyone', isBusy: true },
  partnerRegisterConfirm: {
    path: '/oauth/partner/register/confirm',
    access: 'anyone',
    isBusy: true,
    isOpenToTags: true,
  },
  register: {
    path: '/register',
    access: 'visitor-else-account',
    redirect: (rules, holdsAccessKey) =>
      rules.register === 'own-form' && rules.registersWithAccessKeys && !holdsAccessKey
        ? '/access-key'
        : null,
    partnerPage: (rules) => (rules.register === 'by-partner' ? 'register' : null),
    isEntry: true,
    asksCaptcha: true,
    isPrerendered: true,
  },
  registerConfirm: {
    path: '/register/confirm',
    access: 'anyone',
    isEntry: true,
    isOpenToTags: true,
  },
  registerValidate: {
    path: '/register/validate',
    access: 'anyone',
    redirect: (rules) => (rules.registrationMailOpens === 'register-validate' ? null : '/'),
    isBusy: true,
    carriesSecret: true,
  },
  passwordRecovery: {
    ...recovery,
    path: '/password-recovery',
    access: 'anyone',
    isEntry: true,
    isPrerendered: true,
  },
  passwordRecoverySent: {
    ...recovery,
    path: '/password-recovery/sent',
    access: 'anyone',
    isEntry: true,
    isOpenToTags: true,
  },
  passwordRecoveryReset: {
    ...recovery,
    path: '/password-recovery/reset',
    access: 'anyone',
    isBusy: true,
    carriesSecret: true,
  },
  account: {
    path: '/account',
    access: 'player-else-home',
    menu: () => 'link',
    isOpenToTags: true,
  },
  /** The first steps, for a player who has just confirmed the address. */
  welcome: {
    path: '/account/welcome',
    section: '/account',
    access: 'player-else-home',
    redirect: (rules) => (rules.goesBeyondSpecification ? null : '/account'),
    isBusy: true,
  },
  security: {
    path: '/account/security',
    access: 'player-else-home',
    redirect: (rules) => (rules.hasSecuritySection ? null : '/account'),
    menu: (rules) => (rules.hasSecuritySection ? 'link' : null),
  },
  activity: {
    path: '/account/security/activity',
    section: '/account/security',
    access: 'player-else-home',
    redirect: (rules) => (rules.hasSecuritySection ? null : '/account'),
  },
  /** What happens to a stolen account. */
  takeover: {
    path: '/account/security/takeover',
    section: '/account/security',
    access: 'player-else-home',
    redirect: (rules) => (rules.hasSecuritySection ? null : '/account'),
  },
  linkAccount: {
    path: '/account/link-account',
    access: 'player-else-home',
    redirect: (rules) => (rules.hasConnectionsSection ? null : '/account'),
    menu: (rules) => (rules.hasConnectionsSection ? 'link' : null),
    isOpenToTags: true,
  },
  newsletter: {
    path: '/account/newsletter',
    access: 'player-else-home',
    // The specification demands it: this path follows the flag of the connections.
    redirect: (rules) => (rules.hasConnectionsSection ? null : '/account'),
    menu: (rules) => (rules.hasNewsletterSection ? 'link' : null),
    isOpenToTags: true,
  },
  cookies: {
    path: '/account/cookies',
    access: 'player-else-home',
    redirect: (rules) => (rules.leavesCookiesToConsentTool ? '/account' : null),
    menu: (rules) => (rules.leavesCookiesToConsentTool ? 'consent-tool' : 'link'),
    isOpenToTags: true,
  },
  blockedUsers: {
    path: '/account/blocked-users-management',
    access: 'player-else-home',
    menu: () => 'link',
    isOpenToTags: true,
  },
  connectedSites: {
    path: '/account/connected-sites',
    section: '/account/security',
    access: 'player-else-home',
    redirect: (rules) => (rules.hasSitesSection ? null : '/account'),
    // Where there is one, the security section has them.
    menu: (rules) => (rules.hasSitesSection && !rules.hasSecuritySection ? 'link' : null),
    isOpenToTags: true,
  },
  deletionRequest: {
    path: '/account/deletion-request',
    access: 'player-else-home',
    redirect: (rules) => (rules.hasDeletionSection ? null : '/account'),
    menu: (rules) => (rules.hasDeletionSection ? 'link' : null),
  },
  deletionConfirm: { path: '/deletion/confirm', access: 'anyone', isOpenToTags: true },
  logout: { path: '/account/logout', access: 'anyone', isBusy: true },
  updateEmail: {
    path: '/account/update-email',
    section: '/account',
    access: 'player-else-home',
    redirect: (rules) =>
      ({ open: null, 'to-information': '/account', 'to-home': '/' } as const)[rules.updateEmail],
    isKeptByPartner: true,
  },
  updateEmailConfirm: {
    ...emailLink,
    path: '/account/update-email/confirm',
    isBusy: true,
    carriesSecret: true,
  },
  updateEmailRecovery: {
    ...emailLink,
    path: '/account/update-email/recovery',
    isBusy: true,
    carriesSecret: true,
  },
  updateEmailSuccess: { ...emailLink, path: '/account/update-email/success', isOpenToTags: true },
  updateUsername: {
    path: '/account/update-username',
    section: '/account',
    access: 'player-else-home',
    redirect: (rules) => (rules.updateUsername === 'open' ? null : '/'),
  },
  resetPassword: {
    path: '/account/reset-password',
    section: '/account',
    access: 'player-else-home',
    redirect: (rules) => (rules.resetPassword === 'open' ? null : '/'),
    isBusy: true,
    isKeptByPartner: true,
  },
  confirmEmail: { path: '/confirm-email', access: 'anyone', isBusy: true, carriesSecret: true },
  confirmEmailSend: { path: '/confirm-email/send', access: 'anyone', isBusy: true },
  relicCallback: {
    path: '/relic/callback',
    access: 'player-else-login',
    redirect: (rules) => (rules.steamLink === 'by-partner-service' ? null : '/'),
    isBusy: true,
  },
  ...connectionRoutes,
  survey: {
    path: '/survey/qualification',
    section: '/account',
    access: 'player-else-login',
    isBusy: true,
    isOpenToTags: true,
  },
  surveyConfirm: {
    path: '/survey/qualification/confirm',
    section: '/account',
    access: 'player-else-login',
    isBusy: true,
    isOpenToTags: true,
  },
  accountSafety: {
    path: '/account-safety',
    access: 'anyone',
    redirect: (rules) => (rules.hasSecuritySection ? null : '/'),
    isBusy: true,
    carriesSecret: true,
  },
  /** The way in for who has lost every second factor: asks for its link, and takes the links of its mails. */
  recoverAccount: {
    path: '/account-safety/recover',
    access: 'anyone',
    redirect: (rules) => (rules.hasSecuritySection ? null : '/'),
    isBusy: true,
    carriesSecret: true,
  },
  /** Asks for the link of a safety mail. */
  accountSafetyAsk: {
    path: '/account-safety/ask',
    access: 'anyone',
    redirect: (rules) => (rules.hasSecuritySection ? null : '/'),
    isBusy: true,
  },
  /** After a freeze: the next steps. */
  accountFrozen: {
    path: '/account-safety/frozen',
    access: 'anyone',
    redirect: (rules) => (rules.hasSecuritySection ? null : '/'),
    isBusy: true,
  },
  unsubscribe: { path: '/unsubscribe', access: 'anyone', carriesSecret: true },
  error: { path: '/errors', access: 'anyone', isBusy: true },
  badRequest: { path: '/errors/bad-request', access: 'anyone', isBusy: true },
  internalError: { path: '/errors/internal', access: 'anyone', isBusy: true },
  notFound: { path: '/errors/not-found', access: 'anyone', isBusy: true },
} as const satisfies Readonly<Record<string, Route>>

export type PathName = keyof typeof routes
export type Path = (typeof routes)[PathName]['path']

export const pathNames = Object.keys(routes) as readonly PathName[]

type SharingName = {
  [N in PathName]: (typeof routes)[N] extends { readonly sharedScreen: string } ? N : never
}[PathName]

/** The names of the screens: the path's own name, or one name for all paths that share a screen. */
export type ScreenName = Exclude<PathName, SharingName> | SharedScreen

export function screenNameOf(name: PathName): ScreenName {
  const { sharedScreen }: Route = routes[name]
  return sharedScreen ?? (name as ScreenName)
}

/** The path of each row by its name, with which screens navigate. */
export const paths = Object.fromEntries(
  Object.entries(routes).map(([name, { path }]) => [name, path]),
) as { readonly [Name in PathName]: (typeof routes)[Name]['path'] }

/** The OpenID provider of the portal's host, which the server itself answers, begins here. */
export const providerPath = '/oidc'

/** The page on which a player sees the clients with access, and revokes it. */
export const sitesPath = `${providerPath}/sites`

/** The page on which a player allows a device without a browser; players type this address. */
export const devicePath = '/device'

/** Says whether a path with its query is the OpenID provider's or that of devices, which the server itself answers. */
export function isServed(path: string): boolean {
  return path.startsWith(`${providerPath}/`) || /^\/device(\?|$)/.test(path)
}

const rows: ReadonlyMap<string, Route> = new Map(
  Object.values(routes).map((route: Route) => [route.path, route]),
)

/** Finds the row of a path; undefined when the portal has no such path. */
export function routeAt(path: Path): Route
export function routeAt(path: string): Route | undefined
export function routeAt(path: string): Route | undefined {
  return rows.get(path)
}

export function isPath(path: string): path is Path {
  return rows.has(path)
}

export function isOpenToTags(path: string): boolean {
  return routeAt(path)?.isOpenToTags === true
}

export function isMailLinkPath(path: string): boolean {
  return routeAt(path)?.carriesSecret === true
}

export function isEntryPath(path: string): boolean {
  return routeAt(path)?.isEntry === true
}
