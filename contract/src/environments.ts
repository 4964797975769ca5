import type { Configuration } from './configuration.ts'
import type { CanonicalName } from './entities.ts'

/**
 * What a deployment does, described by behaviour. This table is the only place where the name of an
 * environment decides anything: screens and handlers read rules and never know whose they are.
 */
export interface EnvironmentRules {
  /** How a visitor proves who they are. `by-partner` leaves for the partner's own pages. */
  readonly signIn: 'in-two-steps' | 'in-one-step' | 'by-partner'
  readonly register: 'own-form' | 'by-partner'
  /** Register asks Firstname, Lastname and date of birth (13 or older). */
  readonly registerAsksIdentity: boolean
  readonly codeOfConduct: 'not-asked' | 'at-register' | 'at-partner-register'
  /** A form sent sooner after it was shown was not filled by a person. */
  readonly minimumSecondsOnForm: 0 | 5 | 15
  /** What the portal checks while a new password is typed, on top of the server's bounds. */
  readonly passwordHint: 'none' | 'eight-to-sixteen-mixed-case'
  readonly registrationMailOpens: 'confirm-email' | 'register-validate'
  readonly passwordRecovery: 'open' | 'closed'
  readonly homeLabels: 'own' | 'partner' | 'partner-log-in-or-register'
  /** How the partner shortens its own name on the buttons of Home. */
  readonly partnerInitials: string
  readonly partnerLoginUrlCall: PartnerLoginUrlCall
  readonly partnerCallbackCall: PartnerCallbackCall
  /** The partner may report an account whose address it has not verified yet. */
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
}

/* Names of calls, written out: the rows of the calls name rules, and neither may wait for the other. */

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
  LOCAL: own,
  STAGING: own,
  TEST: own,
  PREPROD: own,
  PROD: own,
  RELIC: {
    ...partner,
    codeOfConduct: 'at-partner-register',
    minimumSecondsOnForm: 5,
    homeLabels: 'partner',
    partnerCallbackCall: 'partnerUserLogIn',
    partnerMayBeUnverified: true,
    // Its Update button of the username is shown and its route leads Home: the specification
    // says both, and only the founders may drop one.
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

/** Whether an environment is for a developer's own machine, and never for players. */
export function isForDevelopment(environment: string): boolean {
  return environment === ('LOCAL' satisfies Environment)
}

export const environmentNames = Object.keys(environments) as Environment[]

/** Exact and case-sensitive, as the specification spells them. */
export function isEnvironment(name: string): name is Environment {
  return Object.hasOwn(environments, name)
}

/** The flags of a deployment, named by what is true when they are true. */
export interface DeploymentFlags {
  readonly registersWithAccessKeys: boolean
  readonly asksCaptcha: boolean
  readonly hasConnectionsSection: boolean
  readonly hasNewsletterSection: boolean
  readonly hasDeletionSection: boolean
  readonly bypassesPartnerRegisterPage: boolean
  /** A third-party consent tool is in charge of cookies. */
  readonly leavesCookiesToConsentTool: boolean
  readonly usesGamePublisherRedeemer: boolean
  /** Chooses the partner's production service instead of its test service. */
  readonly isProduction: boolean
}

/** Everything that screens and handlers may decide by. */
export type Rules = EnvironmentRules & DeploymentFlags

/**
 * Merges the environment's row with the deployment's flags. A missing or unknown environment gets
 * the behaviour of the others and never a partner's.
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
    bypassesPartnerRegisterPage: configuration.BypassPartnerRegisterPage,
    leavesCookiesToConsentTool: configuration.CustomCookiesManagement,
    usesGamePublisherRedeemer: configuration.UseGamePublisherRedeemer,
    isProduction: configuration.IsProd,
  }
}
