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
import type { ScreenComponent } from '../router/ScreenComponent.ts'
import { ErrorPage } from '../screens/errors/FailurePage.tsx'
import { Home } from '../screens/home/Home.tsx'
import { Login } from '../screens/login/Login.tsx'
import { lazyScreen } from './lazyScreen.ts'

/**
 * `visitor`: beside the studio's art. `account`: header, menu and sections. `centred`: one message in
 * the middle of the page, or nothing at all.
 */
export type LayoutName = 'visitor' | 'account' | 'centred'

interface ScreenRow {
  readonly screen: ScreenComponent
  readonly layout: LayoutName
  /** The text after 'Account - ' in the document's title; null for a screen that shows nothing. */
  readonly title: MessageDescriptor | null
  /** The label in the side menu of the account, where that is not the title. */
  readonly menuLabel?: MessageDescriptor
  /** Where most players go from here: fetched before they do. */
  readonly next?: PathName
  /** Where a visitor is sent who comes without what the screen needs. */
  readonly admit?: (query: URLSearchParams, portal: Portal) => Path | null | Promise<Path | null>
}

/** A screen with its path, as the router hands it on. */
export interface ScreenRoute extends ScreenRow {
  readonly path: Path
}

const needsUid = (query: URLSearchParams) => (query.get('uid') ? null : paths.badRequest)

const ofAccount = { words: ['account'] } as const
const ofErrors = { file: 'errors/ErrorPages.tsx', words: ['errors'] } as const
const errorPages = () => import('../screens/errors/ErrorPages.tsx')
const ofLinking = { file: 'connections/LinkingScreens.tsx', words: ['account'] } as const
const connectionScreens = () => import('../screens/connections/LinkingScreens.tsx')
const linkScreen = lazyScreen(connectionScreens, 'LinkScreen', ofLinking)
const unlinkScreen = lazyScreen(connectionScreens, 'UnlinkScreen', ofLinking)
const callbackScreen = lazyScreen(connectionScreens, 'CallbackScreen', ofLinking)

/** A screen with the account's header, menu and words. */
function accountScreen<Name extends string>(
  ...[load, name]: Parameters<typeof lazyScreen<Name>>
): Pick<ScreenRow, 'screen' | 'layout'> {
  return { screen: lazyScreen(load, name, ofAccount), layout: 'account' }
}

/** The screen of every path. Those that most visits begin with have no file of their own. */
const screens: Readonly<Record<ScreenName, ScreenRow>> = {
  home: { screen: Home, layout: 'visitor', title: msg`Home`, next: 'login' },
  login: { screen: Login, layout: 'visitor', title: msg`Login`, next: 'account' },
  secondStep: {
    screen: lazyScreen(
      () => import('../screens/second-step/SecondStep.tsx'),
      'SecondStep',
      ofAccount,
    ),
    layout: 'visitor',
    title: msg`Second step`,
    next: 'account',
    // A reload forgets the step: the log-in begins again.
    admit: (_, { pageState, session }) =>
      pageState.current.secondStep || session.read().token ? null : paths.login,
  },
  accessKey: {
    screen: lazyScreen(() => import('../screens/access-key/AccessKey.tsx'), 'AccessKey'),
    layout: 'visitor',
    title: msg`Access key`,
  },
  register: {
    screen: lazyScreen(() => import('../screens/register/Register.tsx'), 'Register'),
    layout: 'visitor',
    title: msg`Register`,
    next: 'registerConfirm',
  },
  registerConfirm: {
    screen: lazyScreen(() => import('../screens/register/ConfirmRegister.tsx'), 'ConfirmRegister'),
    layout: 'visitor',
    title: msg`Registration sent`,
  },
  registerValidate: {
    screen: lazyScreen(
      () => import('../screens/register/RegisterValidate.tsx'),
      'RegisterValidate',
      { words: ['errors'] },
    ),
    layout: 'visitor',
    title: msg`Validate registration`,
  },
  confirmEmail: {
    screen: lazyScreen(() => import('../screens/confirm-email/ConfirmEmail.tsx'), 'ConfirmEmail'),
    layout: 'centred',
    title: msg`Confirm email`,
    admit: needsUid,
  },
  confirmEmailSend: {
    screen: lazyScreen(
      () => import('../screens/confirm-email/SendConfirmation.tsx'),
      'SendConfirmation',
    ),
    layout: 'visitor',
    title: msg`Send confirmation email`,
  },
  passwordRecovery: {
    screen: lazyScreen(
      () => import('../screens/recovery/PasswordRecovery.tsx'),
      'PasswordRecovery',
    ),
    layout: 'visitor',
    title: msg`Password recovery`,
    next: 'passwordRecoverySent',
  },
  passwordRecoverySent: {
    screen: lazyScreen(
      () => import('../screens/recovery/PasswordRecoverySent.tsx'),
      'PasswordRecoverySent',
    ),
    layout: 'visitor',
    title: msg`Password recovery sent`,
  },
  passwordRecoveryReset: {
    screen: lazyScreen(
      () => import('../screens/recovery/PasswordRecoveryReset.tsx'),
      'PasswordRecoveryReset',
    ),
    layout: 'visitor',
    title: msg`Reset password`,
  },
  account: {
    ...accountScreen(() => import('../screens/account/information/Information.tsx'), 'Information'),
    title: msg`My information`,
  },
  security: {
    ...accountScreen(() => import('../screens/account/security/Security.tsx'), 'Security'),
    title: msg`Security`,
  },
  activity: {
    ...accountScreen(() => import('../screens/account/security/Activity.tsx'), 'Activity'),
    title: msg`Activity`,
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
    ...accountScreen(() => import('../screens/account/cookies/Cookies.tsx'), 'Cookies'),
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
    screen: lazyScreen(
      () => import('../screens/account/deletion/ConfirmDeletion.tsx'),
      'ConfirmDeletion',
      ofAccount,
    ),
    layout: 'centred',
    title: msg`Account deleted`,
  },
  updateEmail: {
    ...accountScreen(() => import('../screens/account/email/UpdateEmail.tsx'), 'UpdateEmail'),
    title: msg`Update email`,
  },
  updateEmailConfirm: {
    screen: lazyScreen(
      () => import('../screens/account/email/UpdateEmailConfirm.tsx'),
      'UpdateEmailConfirm',
      ofAccount,
    ),
    layout: 'centred',
    title: null,
    admit: needsUid,
  },
  updateEmailRecovery: {
    screen: lazyScreen(
      () => import('../screens/account/email/UpdateEmailRecovery.tsx'),
      'UpdateEmailRecovery',
      { words: ['account', 'errors'] },
    ),
    layout: 'centred',
    title: msg`Email recovery`,
  },
  updateEmailSuccess: {
    screen: lazyScreen(
      () => import('../screens/account/email/UpdateEmailSuccess.tsx'),
      'UpdateEmailSuccess',
      ofAccount,
    ),
    layout: 'centred',
    title: msg`Email updated`,
  },
  updateUsername: {
    ...accountScreen(
      () => import('../screens/account/username/UpdateUsername.tsx'),
      'UpdateUsername',
    ),
    title: msg`Update username`,
  },
  resetPassword: {
    ...accountScreen(
      () => import('../screens/account/password/ResetPassword.tsx'),
      'ResetPassword',
    ),
    title: msg`Update password`,
  },
  logout: {
    screen: lazyScreen(() => import('../screens/account/logout/LogOut.tsx'), 'LogOut', ofAccount),
    layout: 'centred',
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
    screen: lazyScreen(
      () => import('../screens/account-safety/AccountSafety.tsx'),
      'AccountSafety',
      ofAccount,
    ),
    layout: 'visitor',
    title: msg`Account safety`,
  },
  unsubscribe: {
    screen: lazyScreen(() => import('../screens/unsubscribe/Unsubscribe.tsx'), 'Unsubscribe'),
    layout: 'centred',
    title: msg`Unsubscribe`,
  },
  oauth: {
    screen: lazyScreen(() => import('../screens/partner/OAuth.tsx'), 'OAuth'),
    layout: 'centred',
    title: null,
  },
  partnerCallback: {
    screen: lazyScreen(() => import('../screens/partner/PartnerCallback.tsx'), 'PartnerCallback'),
    layout: 'centred',
    title: null,
  },
  partnerRegister: {
    screen: lazyScreen(() => import('../screens/partner/PartnerRegister.tsx'), 'PartnerRegister', {
      words: ['errors'],
    }),
    layout: 'visitor',
    title: msg`Confirm username`,
    async admit() {
      const { partnerArrival } = await import('../screens/partner/partnerArrival.ts')
      return partnerArrival.read()?.newcomer ? null : paths.home
    },
  },
  partnerRegisterConfirm: {
    screen: lazyScreen(
      () => import('../screens/partner/PartnerConfirmRegister.tsx'),
      'PartnerConfirmRegister',
    ),
    layout: 'visitor',
    title: msg`Registration confirmed`,
    admit: (_, { session }) => (session.read().user === null ? paths.home : null),
  },
  connectionLink: { screen: linkScreen, layout: 'centred', title: null },
  connectionUnlink: { screen: unlinkScreen, layout: 'centred', title: null },
  connectionCallback: { screen: callbackScreen, layout: 'centred', title: null },
  relicCallback: {
    screen: lazyScreen(connectionScreens, 'PartnerServiceCallback', ofLinking),
    layout: 'centred',
    title: null,
  },
  error: { screen: ErrorPage, layout: 'centred', title: msg`Error` },
  badRequest: {
    screen: lazyScreen(errorPages, 'BadRequestError', ofErrors),
    layout: 'centred',
    title: msg`Error`,
  },
  internalError: {
    screen: lazyScreen(errorPages, 'InternalError', ofErrors),
    layout: 'centred',
    title: msg`Error`,
  },
  notFound: {
    screen: lazyScreen(errorPages, 'NotFoundError', ofErrors),
    layout: 'centred',
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
