import type { Configuration } from './configuration.ts'
import type { CanonicalName } from './entities.ts'
import { signInServicesOf } from './identityProviderNames.ts'
import { offerOf } from './languages.ts'

/**
 * The behaviour of a deployment, as rules. This table is the only place that decides by the name of
 * an environment. Screens and handlers read rules and never the name.
 */
export interface EnvironmentRules {
  /** The way to log in. `by-partner` leaves for the partner's own pages. */
  readonly signIn: 'in-two-steps' | 'in-one-step' | 'by-partner'
  readonly register: 'own-form' | 'by-partner'
  /** The registration form has Firstname, Lastname and date of birth (13 or older). */
  readonly registerAsksIdentity: boolean
  readonly codeOfConduct: 'not-asked' | 'at-register' | 'at-partner-register'
  /** Seconds within which only a bot sends a form. */
  readonly minimumSecondsOnForm: 0 | 5 | 15
  /** The check of the portal on a typed password, on top of the server's bounds. */
  readonly passwordHint: 'none' | 'eight-to-sixteen-mixed-case'
  readonly registrationMailOpens: 'confirm-email' | 'register-validate'
  readonly passwordRecovery: 'open' | 'closed'
  readonly homeLabels: 'own' | 'partner' | 'partner-log-in-or-register'
  /** The short name of the partner on the buttons of Home. */
  readonly partnerInitials: string
  readonly partnerLoginUrlCall: PartnerLoginUrlCall
  readonly partnerCallbackCall: PartnerCallbackCall
  /** The partner may report an account with an unverified address. */
  readonly partnerMayBeUnverified: boolean
  readonly usernameSection: 'hidden' | 'shown' | 'updatable'
  readonly emailSection: 'hidden' | 'shown' | 'update-disabled' | 'updatable'
  readonly passwordSection: 'hidden' | 'updatable'
  readonly updateEmail: 'open' | 'to-information' | 'to-home'
  readonly updateEmailLinks: 'open' | 'to-home'
  readonly updateUsername: 'open' | 'to-home'
  readonly resetPassword: 'open' | 'to-home'
  readonly oldPassword: 'not-asked' | 'required'
  readonly hiddenConnections: readonly CanonicalName[]
  readonly steamLink: 'by-provider' | 'by-partner-service'
  readonly deletionStartsAt: 'password' | 'reason' | 'confirmation'
  readonly deletionOffers: 'cancel' | 'contact'
  readonly deletionCall: 'deleteUser' | 'deletePartnerUser'
  /** Pages say which environment this is, so that visitors do not take it for the real one. */
  readonly isBadged: boolean
}

/*
 * The names of calls are literals: the rows of the calls import the rules, and a cycle would
 * result.
 */

type PartnerLoginUrlCall = 'partnerLoginUrl' | 'creativeAssemblyLoginUrl' | 'focusLoginUrl'
type PartnerCallbackCall =
  | 'partnerLogIn'
  | 'partnerUserLogIn'
  | 'creativeAssemblyCallback'
  | 'focusCallback'

const own: EnvironmentRules = {
  signIn: 'in-two-steps',
  register: 'own-form',
  registerAsksIdentity: false,
  codeOfConduct: 'not-asked',
  minimumSecondsOnForm: 15,
  passwordHint: 'none',
  registrationMailOpens: 'confirm-email',
  passwordRecovery: 'open',
  homeLabels: 'own',
  partnerInitials: '',
  partnerLoginUrlCall: 'partnerLoginUrl',
  partnerCallbackCall: 'partnerLogIn',
  partnerMayBeUnverified: false,
  usernameSection: 'updatable',
  emailSection: 'updatable',
  passwordSection: 'updatable',
  updateEmail: 'open',
  updateEmailLinks: 'open',
  updateUsername: 'open',
  resetPassword: 'open',
  oldPassword: 'not-asked',
  hiddenConnections: [],
  steamLink: 'by-provider',
  deletionStartsAt: 'password',
  deletionOffers: 'cancel',
  deletionCall: 'deleteUser',
  isBadged: false,
}

const partner: EnvironmentRules = {
  ...own,
  signIn: 'by-partner',
  register: 'by-partner',
  minimumSecondsOnForm: 0,
  passwordRecovery: 'closed',
  usernameSection: 'shown',
  emailSection: 'shown',
  passwordSection: 'hidden',
  updateEmail: 'to-home',
  updateEmailLinks: 'to-home',
  updateUsername: 'to-home',
  resetPassword: 'to-home',
  deletionStartsAt: 'reason',
  deletionCall: 'deletePartnerUser',
}

/** The eleven environments of one build (specification, section 1). */
export const environments = {
  LOCAL: { ...own, isBadged: true },
  STAGING: { ...own, isBadged: true },
  TEST: { ...own, isBadged: true },
  PREPROD: { ...own, isBadged: true },
  PROD: own,
  RELIC: {
    ...partner,
    codeOfConduct: 'at-partner-register',
    minimumSecondsOnForm: 5,
    homeLabels: 'partner',
    partnerCallbackCall: 'partnerUserLogIn',
    partnerMayBeUnverified: true,
    // The specification shows the Update button of the username and leads its route Home. Only the
    // founders may drop one of the two.
    usernameSection: 'updatable',
    emailSection: 'update-disabled',
    updateEmail: 'to-information',
    hiddenConnections: ['twitch', 'epic-games'],
    steamLink: 'by-partner-service',
  },
  'CREATIVE-ASSEMBLY': {
    ...partner,
    homeLabels: 'partner-log-in-or-register',
    partnerInitials: 'CA',
    partnerLoginUrlCall: 'creativeAssemblyLoginUrl',
    partnerCallbackCall: 'creativeAssemblyCallback',
    deletionStartsAt: 'confirmation',
    deletionOffers: 'contact',
  },
  FOCUS: {
    ...partner,
    partnerLoginUrlCall: 'focusLoginUrl',
    partnerCallbackCall: 'focusCallback',
  },
  AVALANCHE: own,
  SANDBOX: { ...own, signIn: 'in-one-step' },
  'TWO-POINT-STUDIOS': {
    ...own,
    signIn: 'in-one-step',
    registerAsksIdentity: true,
    codeOfConduct: 'at-register',
    passwordHint: 'eight-to-sixteen-mixed-case',
    registrationMailOpens: 'register-validate',
    usernameSection: 'hidden',
    emailSection: 'hidden',
    oldPassword: 'required',
  },
} as const satisfies Record<string, EnvironmentRules>

export type Environment = keyof typeof environments

/** Says whether an environment is for a developer's machine, and never for players. */
export function isForDevelopment(environment: string): boolean {
  return environment === ('LOCAL' satisfies Environment)
}

export const environmentNames = Object.keys(environments) as Environment[]

/** The environment whose rules a studio's own deployment has, by how its players log in. */
export const ownEnvironments = {
  'in-two-steps': 'PROD',
  'in-one-step': 'SANDBOX',
} as const satisfies Readonly<Record<string, Environment>>

/** Exact and case-sensitive, in the spelling of the specification. */
export function isEnvironment(name: string): name is Environment {
  return Object.hasOwn(environments, name)
}

/** The flags of a deployment. Each is true when its name is true. */
export interface DeploymentFlags {
  readonly registersWithAccessKeys: boolean
  readonly asksCaptcha: boolean
  readonly hasConnectionsSection: boolean
  readonly hasNewsletterSection: boolean
  readonly hasDeletionSection: boolean
  /** Players choose their picture. */
  readonly hasAvatarSection: boolean
  /** Players see the third-party sites that they gave access. */
  readonly hasSitesSection: boolean
  /**
   * Players see which sites use the account: in that section, or as a part of the security section.
   */
  readonly showsSites: boolean
  /** Players and visitors choose among several languages. */
  readonly offersLanguages: boolean
  /** Players see the sessions and the acts of their account. */
  readonly hasSecuritySection: boolean
  /**
   * Our screens, words and calls replace those of the specification: an unblocking is
   * undone, a dead link renewed, an error page shows our sentences and no message of its link.
   */
  readonly goesBeyondSpecification: boolean
  /** A refusal offers a code that explains it to the support. */
  readonly makesSupportCodes: boolean
  /** Players add passkeys and a second step. */
  readonly offersStrongSignIn: boolean
  /** A notice advises players without a second step to add one. */
  readonly encouragesStrongSignIn: boolean
  /** Every player needs a second step. */
  readonly requiresStrongSignIn: boolean
  /** Players sign in, and register, with an account of a service. */
  readonly offersServiceSignIn: boolean
  /** A new password is shown with its strength. */
  readonly showsPasswordStrength: boolean
  /** The theme moves for some seconds, and its gate opens into the account after a log-in. */
  readonly hasMotion: boolean
  readonly bypassesPartnerRegisterPage: boolean
  /** A third-party consent tool manages the cookies. */
  readonly leavesCookiesToConsentTool: boolean
  readonly usesGamePublisherRedeemer: boolean
  /** Chooses the partner's production service instead of its test service. */
  readonly isProduction: boolean
}

/** The rules and flags, by which screens and handlers decide. */
export type Rules = EnvironmentRules & DeploymentFlags

/**
 * Merges the environment's row with the deployment's flags. A missing or unknown environment gets
 * the default rules and never a partner's.
 */
export function rulesOf(configuration: Configuration): Rules {
  const name = configuration.Environment.trim()
  const row = isEnvironment(name) ? environments[name] : own
  return {
    ...row,
    registersWithAccessKeys: configuration.RegisterWithAccessKeys,
    asksCaptcha: configuration.EnableCaptcha,
    hasConnectionsSection: configuration.EnableConnectionsSection,
    hasNewsletterSection: configuration.EnableNewsletterSection,
    hasDeletionSection: configuration.EnableDeletionSection,
    hasAvatarSection: configuration.EnableAvatarSection,
    hasSitesSection: configuration.EnableSitesSection,
    showsSites: configuration.EnableSitesSection || configuration.EnableSecuritySection,
    offersLanguages: offerOf(configuration).languages.length > 1,
    hasSecuritySection: configuration.EnableSecuritySection,
    goesBeyondSpecification: configuration.EnableSecuritySection,
    makesSupportCodes: configuration.EnableSupportCode,
    offersStrongSignIn: configuration.StrongSignIn !== '',
    encouragesStrongSignIn: configuration.StrongSignIn === 'encouraged',
    requiresStrongSignIn: configuration.StrongSignIn === 'required',
    offersServiceSignIn: row.signIn !== 'by-partner' && signInServicesOf(configuration).length > 0,
    showsPasswordStrength: configuration.ShowPasswordStrength,
    hasMotion: configuration.EnableLivingScene,
    bypassesPartnerRegisterPage: configuration.BypassPartnerRegisterPage,
    leavesCookiesToConsentTool: configuration.CustomCookiesManagement,
    usesGamePublisherRedeemer: configuration.UseGamePublisherRedeemer,
    isProduction: configuration.IsProd,
  }
}
