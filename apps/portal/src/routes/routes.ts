import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import {
  type Path,
  type PathName,
  pathNames,
  paths,
  type ScreenName,
  screenNameOf,
} from '@gatehouse/contract/routes'
import type { Portal } from '../context/portal.ts'
import { type Label, wordings } from '../context/wording.ts'
import { type ScreenComponent, lazyScreen } from './lazyScreen.ts'
import { Home } from '../screens/home/Home.tsx'
import { Login } from '../screens/login/Login.tsx'

/**
 * `visitor`: beside the studio's art. `account`: header, menu and sections. `centred`: one message
 * in the middle of the page, or nothing at all.
 */
export type LayoutName = 'visitor' | 'account' | 'centred'

interface ScreenRow {
  readonly screen: ScreenComponent
  readonly layout: LayoutName
  /** The screen's part of the document's title; null for a screen that shows nothing. */
  readonly title: Label | null
  /** The label in the side menu of the account, where that is not the title. */
  readonly menuLabel?: MessageDescriptor
  /** Where most players go from here: fetched before they do. */
  readonly next?: PathName
  /** The target of a visitor without the data that the screen needs. */
  readonly admit?: (
    query: URLSearchParams,
    portal: Portal,
    path: Path,
  ) => Path | null | Promise<Path | null>
}

/** A screen with its path, as the router hands it on. */
export interface ScreenRoute extends ScreenRow {
  readonly path: Path
}

const needsUid = (query: URLSearchParams) => (query.get('uid') ? null : paths.badRequest)

const ofFlows = { words: ['flows'] } as const
const ofRegister = { words: ['register'] } as const
/** A new password or address, or another mail. */
const ofNewData = { words: ['register', 'flows'] } as const
const ofAccount = { words: ['account'] } as const
const ofNewAccountData = { words: ['account', 'register', 'flows'] } as const
const ofSafety = { words: ['safety', 'security', 'account', 'register', 'flows'] } as const
const ofSecurity = {
  file: 'security/SecurityScreens.tsx',
  words: ['account', 'security'],
} as const
const securityScreens = () => import('../screens/account/security/SecurityScreens.tsx')
const ofServices = {
  file: 'services/ServiceScreens.tsx',
  words: ['services', 'register', 'account'],
} as const
const serviceScreens = () => import('../screens/services/ServiceScreens.tsx')
/** A tab that no service has led here has nothing to go on with. */
const needsArrival: ScreenRow['admit'] = async (_, { session }) =>
  (await serviceScreens()).hasArrival()
    ? null
    : session.read().token === null
      ? paths.login
      : paths.account
const ofErrors = { file: 'errors/ErrorPages.tsx', words: ['flows', 'errors'] } as const
const errorPages = () => import('../screens/errors/ErrorPages.tsx')
const ofLinking = { file: 'connections/LinkingScreens.tsx', words: ['account'] } as const
const connectionScreens = () => import('../screens/connections/LinkingScreens.tsx')
/** Some services are linked only where the account's connections say so. */
const offered: ScreenRow['admit'] = async (_, { session }, path) => {
  const { isOffered } = await connectionScreens()
  return isOffered(path, session.read().connects) ? null : paths.linkAccount
}
const linkScreen = lazyScreen(connectionScreens, 'LinkScreen', ofLinking)
const unlinkScreen = lazyScreen(connectionScreens, 'UnlinkScreen', ofLinking)
const callbackScreen = lazyScreen(connectionScreens, 'CallbackScreen', ofLinking)

/** Makes the screens of a layout, which have a file each. */
function screensIn(layout: LayoutName, usual?: Parameters<typeof lazyScreen>[2]) {
  return <Name extends string>(
    ...[load, name, options = usual]: Parameters<typeof lazyScreen<Name>>
  ): Pick<ScreenRow, 'screen' | 'layout'> => ({ screen: lazyScreen(load, name, options), layout })
}
const visitorScreen = screensIn('visitor', ofFlows)
const accountScreen = screensIn('account', ofAccount)
const centredScreen = screensIn('centred', ofFlows)

/** The screen of every path. Those that most visits begin with have no separate file. */
const screens: Readonly<Record<ScreenName, ScreenRow>> = {
  home: { screen: Home, layout: 'visitor', title: msg`Home`, next: 'login' },
  login: { screen: Login, layout: 'visitor', title: wordings.logInTitle, next: 'account' },
  secondStep: {
    ...visitorScreen(
      () => import('../screens/second-step/SecondStep.tsx'),
      'SecondStep',
      ofAccount,
    ),
    title: msg`Second step`,
    next: 'account',
    // A reload forgets the step: the log-in begins again.
    admit(_, { logIn, rules, session }) {
      if (logIn.secondStep !== null) return null
      if (session.read().token === null) return paths.login
      return rules.offersStrongSignIn ? null : paths.account
    },
  },
  enrolment: {
    ...visitorScreen(securityScreens, 'Enrolment', ofSecurity),
    title: msg`Second step`,
    admit: (_, { session }) => (session.read().user?.MustEnrol ? null : paths.account),
  },
  serviceCallback: {
    ...centredScreen(serviceScreens, 'ServiceCallback', ofServices),
    title: null,
  },
  serviceArrival: {
    ...visitorScreen(serviceScreens, 'ServiceArrival', ofServices),
    title: msg`Register`,
    next: 'welcome',
    admit: needsArrival,
  },
  serviceJoin: {
    ...visitorScreen(serviceScreens, 'ServiceJoin', ofServices),
    title: msg`Connections`,
    admit: needsArrival,
  },
  accessKey: {
    ...visitorScreen(() => import('../screens/access-key/AccessKey.tsx'), 'AccessKey'),
    title: msg`Access key`,
  },
  register: {
    ...visitorScreen(() => import('../screens/register/Register.tsx'), 'Register', ofRegister),
    title: msg`Register`,
    next: 'registerConfirm',
  },
  registerConfirm: {
    ...visitorScreen(
      () => import('../screens/register/ConfirmRegister.tsx'),
      'ConfirmRegister',
      ofNewData,
    ),
    title: msg`Registration sent`,
  },
  registerValidate: {
    ...visitorScreen(() => import('../screens/register/RegisterValidate.tsx'), 'RegisterValidate', {
      words: ['register', 'flows', 'errors'],
    }),
    title: msg`Validate registration`,
  },
  confirmEmail: {
    ...visitorScreen(() => import('../screens/confirm-email/ConfirmEmail.tsx'), 'ConfirmEmail'),
    title: msg`Confirm email`,
    admit: needsUid,
  },
  confirmEmailSend: {
    ...visitorScreen(
      () => import('../screens/confirm-email/SendConfirmation.tsx'),
      'SendConfirmation',
    ),
    title: msg`Send confirmation email`,
  },
  passwordRecovery: {
    ...visitorScreen(() => import('../screens/recovery/PasswordRecovery.tsx'), 'PasswordRecovery'),
    title: msg`Password recovery`,
    next: 'passwordRecoverySent',
  },
  passwordRecoverySent: {
    ...visitorScreen(
      () => import('../screens/recovery/PasswordRecoverySent.tsx'),
      'PasswordRecoverySent',
    ),
    title: msg`Password recovery sent`,
  },
  passwordRecoveryReset: {
    ...visitorScreen(
      () => import('../screens/recovery/PasswordRecoveryReset.tsx'),
      'PasswordRecoveryReset',
      ofNewData,
    ),
    title: msg`Reset password`,
  },
  account: {
    ...accountScreen(() => import('../screens/account/information/Information.tsx'), 'Information'),
    title: msg`My information`,
  },
  welcome: {
    ...accountScreen(() => import('../screens/account/information/Welcome.tsx'), 'Welcome'),
    title: msg`Welcome`,
    next: 'account',
  },
  security: {
    ...accountScreen(securityScreens, 'Security', ofSecurity),
    title: msg`Security`,
  },
  activity: {
    ...accountScreen(securityScreens, 'Activity', ofSecurity),
    title: msg`Activity`,
  },
  takeover: {
    ...accountScreen(() => import('../screens/account/security/Takeover.tsx'), 'Takeover', {
      words: ['account', 'security', 'safety'],
    }),
    title: msg`If somebody took this account`,
  },
  linkAccount: {
    ...accountScreen(() => import('../screens/connections/LinkAccount.tsx'), 'LinkAccount'),
    title: msg`Connections`,
  },
  newsletter: {
    ...accountScreen(() => import('../screens/account/newsletter/Newsletter.tsx'), 'Newsletter'),
    title: msg`Newsletter`,
  },
  cookies: {
    ...accountScreen(() => import('../screens/account/cookies/Cookies.tsx'), 'Cookies', {
      words: ['account', 'flows'],
    }),
    title: msg`Cookies`,
  },
  blockedUsers: {
    ...accountScreen(
      () => import('../screens/account/blocked-users/BlockedUsers.tsx'),
      'BlockedUsers',
    ),
    title: msg`Blocked users`,
    menuLabel: msg`Blocked Users`,
  },
  connectedSites: {
    ...accountScreen(
      () => import('../screens/account/clients/ConnectedClients.tsx'),
      'ConnectedClients',
    ),
    title: msg`Connected sites`,
  },
  deletionRequest: {
    ...accountScreen(
      () => import('../screens/account/deletion/DeletionRequest.tsx'),
      'DeletionRequest',
    ),
    title: msg`Deletion request`,
    menuLabel: msg`Deletion Request`,
  },
  deletionConfirm: {
    ...visitorScreen(
      () => import('../screens/account/deletion/ConfirmDeletion.tsx'),
      'ConfirmDeletion',
      ofAccount,
    ),
    title: wordings.deletionTitle,
  },
  updateEmail: {
    ...accountScreen(
      () => import('../screens/account/email/UpdateEmail.tsx'),
      'UpdateEmail',
      ofNewAccountData,
    ),
    title: wordings.changeEmailTitle,
  },
  updateEmailConfirm: {
    ...visitorScreen(
      () => import('../screens/account/email/UpdateEmailConfirm.tsx'),
      'UpdateEmailConfirm',
      ofAccount,
    ),
    title: null,
    admit: needsUid,
  },
  updateEmailRecovery: {
    ...visitorScreen(
      () => import('../screens/account/email/UpdateEmailRecovery.tsx'),
      'UpdateEmailRecovery',
      { words: ['account', 'errors'] },
    ),
    title: msg`Email recovery`,
  },
  updateEmailSuccess: {
    ...visitorScreen(
      () => import('../screens/account/email/UpdateEmailSuccess.tsx'),
      'UpdateEmailSuccess',
      ofAccount,
    ),
    title: msg`Email updated`,
  },
  updateUsername: {
    ...accountScreen(
      () => import('../screens/account/username/UpdateUsername.tsx'),
      'UpdateUsername',
    ),
    title: wordings.changeUsernameTitle,
  },
  resetPassword: {
    ...accountScreen(
      () => import('../screens/account/password/ResetPassword.tsx'),
      'ResetPassword',
      ofNewAccountData,
    ),
    title: wordings.changePasswordTitle,
  },
  logout: {
    ...centredScreen(() => import('../screens/account/logout/LogOut.tsx'), 'LogOut', ofAccount),
    title: null,
  },
  survey: {
    ...accountScreen(() => import('../screens/survey/Survey.tsx'), 'Survey'),
    title: msg`Qualification survey`,
  },
  surveyConfirm: {
    ...accountScreen(
      () => import('../screens/survey/ConfirmQualificationSurvey.tsx'),
      'ConfirmQualificationSurvey',
    ),
    title: msg`Survey answered`,
  },
  accountSafety: {
    ...visitorScreen(
      () => import('../screens/account-safety/AccountSafety.tsx'),
      'AccountSafety',
      ofSafety,
    ),
    title: msg`Account safety`,
  },
  accountSafetyAsk: {
    ...visitorScreen(() => import('../screens/account-safety/AskSafetyLink.tsx'), 'AskSafetyLink', {
      words: ['safety'],
    }),
    title: msg`New link`,
  },
  recoverAccount: {
    ...visitorScreen(
      () => import('../screens/account-safety/RecoverAccount.tsx'),
      'RecoverAccount',
      ofSafety,
    ),
    title: msg`Account recovery`,
  },
  accountFrozen: {
    ...visitorScreen(() => import('../screens/account-safety/AccountFrozen.tsx'), 'AccountFrozen', {
      words: ['safety'],
    }),
    title: msg`Account frozen`,
    async admit(_, { session }) {
      if (session.read().token !== null) return paths.account
      const { mailOutcome } = await import('../context/mailOutcome.ts')
      return mailOutcome.frozen() === null ? paths.accountSafetyAsk : null
    },
  },
  unsubscribe: {
    ...visitorScreen(() => import('../screens/unsubscribe/Unsubscribe.tsx'), 'Unsubscribe'),
    title: msg`Unsubscribe`,
  },
  oauth: {
    ...centredScreen(() => import('../screens/partner/OAuth.tsx'), 'OAuth'),
    title: null,
  },
  partnerCallback: {
    ...centredScreen(() => import('../screens/partner/PartnerCallback.tsx'), 'PartnerCallback'),
    title: null,
  },
  partnerRegister: {
    ...visitorScreen(() => import('../screens/partner/PartnerRegister.tsx'), 'PartnerRegister', {
      words: ['register', 'errors'],
    }),
    title: msg`Confirm username`,
    async admit() {
      const { partnerArrival } = await import('../screens/partner/partnerArrival.ts')
      return partnerArrival.read()?.newcomer ? null : paths.home
    },
  },
  partnerRegisterConfirm: {
    ...visitorScreen(
      () => import('../screens/partner/PartnerConfirmRegister.tsx'),
      'PartnerConfirmRegister',
      ofRegister,
    ),
    title: msg`Registration confirmed`,
    admit: (_, { session }) => (session.read().user === null ? paths.home : null),
  },
  connectionLink: { screen: linkScreen, layout: 'centred', title: null, admit: offered },
  connectionUnlink: { screen: unlinkScreen, layout: 'centred', title: null, admit: offered },
  connectionCallback: { screen: callbackScreen, layout: 'centred', title: null, admit: offered },
  relicCallback: {
    ...centredScreen(connectionScreens, 'PartnerServiceCallback', ofLinking),
    title: null,
  },
  // Fetched ahead: without a network it could not be.
  error: {
    ...visitorScreen(() => import('../screens/errors/FailurePage.tsx'), 'ErrorPage', {
      file: 'errors/FailurePage.tsx',
    }),
    title: msg`Error`,
  },
  badRequest: {
    ...visitorScreen(errorPages, 'BadRequestError', ofErrors),
    title: msg`Error`,
  },
  internalError: {
    ...visitorScreen(errorPages, 'InternalError', ofErrors),
    title: msg`Error`,
  },
  notFound: {
    ...visitorScreen(errorPages, 'NotFoundError', ofErrors),
    title: msg`Error`,
  },
}

/** The screen of every path with that path, in the order of the contract's rows. */
export const screenRoutes: readonly ScreenRoute[] = pathNames.map((name) => ({
  ...screens[screenNameOf(name)],
  path: paths[name],
}))

export function screenAt(path: string): ScreenRoute | undefined {
  return screenRoutes.find((route) => route.path === path)
}

/** What is in the frame of the account where a signed-in player keeps header and menu: errors, and a new address. */
const inAccount = new Map<Path, ScreenRoute>(
  screenRoutes
    .filter(({ path }) => path.startsWith(paths.error) || path === paths.updateEmailSuccess)
    .map((route) => [route.path, { ...route, layout: 'account' }]),
)

/** A screen as its visitor or player sees it. */
export function framed(route: ScreenRoute, { rules, session }: Portal): ScreenRoute {
  const isKept = rules.goesBeyondSpecification && session.read().user !== null
  return (isKept && inAccount.get(route.path)) || route
}
