import type { FieldClass } from '@gatehouse/contract/acts/versionActs'
import type { DeploymentValues } from './deploymentFile.ts'

/** Every field: forgetting one does not compile. */
export const fieldClasses = {
  RegisterStudioName: 'look',
  Welcome: 'look',
  Lead: 'look',
  theme: 'look',
  MediasUrl: 'look',
  SupportUrl: 'look',
  StatusUrl: 'look',
  LegalUrls: 'look',
  EnableLivingScene: 'look',
  ShowPasswordStrength: 'look',

  Languages: 'feature',
  DefaultLanguage: 'feature',
  Avatars: 'feature',
  RegisterWithAccessKeys: 'feature',
  EnableConnectionsSection: 'feature',
  EnableNewsletterSection: 'feature',
  EnableDeletionSection: 'feature',
  EnableSecuritySection: 'feature',
  EnableSupportCode: 'feature',
  newBrowserMails: 'feature',

  FrontUrl: 'security',
  EnableCaptcha: 'security',
  CaptchaProvider: 'security',
  CaptchaSiteKey: 'security',
  CaptchaScriptUrl: 'security',
  captchaMinimumScore: 'security',
  TagManagerId: 'security',
  ConsentTool: 'security',
  ConsentToolUrl: 'security',
  CustomCookiesManagement: 'security',
  allowedRedirectDomains: 'security',
  enumerationProtection: 'security',
  mailLinks: 'security',
  StrongSignIn: 'security',
  SignInWith: 'security',
  strongSignIn: 'security',
  rewind: 'security',
  recovery: 'security',
  deletionGraceDays: 'feature',
  breachedPasswords: 'security',
  reauthenticateFor: 'security',
  sessionIdleDays: 'security',
  BypassPartnerRegisterPage: 'security',
  PartnerAccountUrl: 'security',

  Environment: 'file',
  IsProd: 'file',
  AccountUrl: 'file',
  AccountApiUrl: 'file',
  AccountApiKey: 'file',
  previousApiKey: 'file',
  configurationKey: 'file',
  captchaSecret: 'file',
  sessionBinding: 'file',
  passkeys: 'file',
  PartnerName: 'file',
  UseGamePublisherRedeemer: 'file',
  connections: 'file',
  partners: 'file',
  clients: 'file',
  resources: 'file',
  consoleEdits: 'file',
} as const satisfies Readonly<Record<keyof DeploymentValues, FieldClass>>

/** The classes that each value of `consoleEdits` leaves to the console. */
const leftToConsole = {
  none: [],
  look: ['look'],
  all: ['look', 'feature', 'security'],
} as const satisfies Readonly<Record<DeploymentValues['consoleEdits'], readonly FieldClass[]>>

/** The class of a field; that of a name that is none is the file's. */
export function classOf(field: string): FieldClass {
  if (field === 'words') return 'look'
  return Object.hasOwn(fieldClasses, field)
    ? fieldClasses[field as keyof typeof fieldClasses]
    : 'file'
}

/** Returns whether a deployment leaves a field to the console. */
export function isLeftToConsole(
  field: string,
  { consoleEdits }: Pick<DeploymentValues, 'consoleEdits'>,
): boolean {
  const classes: readonly FieldClass[] = leftToConsole[consoleEdits]
  return classes.includes(classOf(field))
}
