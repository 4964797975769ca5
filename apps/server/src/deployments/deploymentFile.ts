import { line } from '@gatehouse/contract/calls/values'
import { partnerSlug } from '@gatehouse/contract/display'
import {
  camelCase,
  type CamelCase,
  identityProviderNames,
  isIdentityProvider,
} from '@gatehouse/contract/identityProviderNames'
import {
  type IdentityProvider,
  type IdentityProviderName,
  type IdentityProviders,
  identityProviders,
} from '@gatehouse/contract/identityProviders'
import { isLanguage, languages } from '@gatehouse/contract/languages'
import { isHostPattern, isPortalPath, webAddress } from '@gatehouse/contract/redirect'
import * as z from 'zod'
import { SettingsError } from '../platform/config/settings.ts'
import { oidcClientsSchema } from './client.ts'
import { credential } from './credential.ts'
import { resourcesSchema } from './resources.ts'
import { themeSchema } from './themeTokens.ts'

/*
 * Each text has the form of the place that takes it: what a file or a draft may say, works where it is
 * used. Names are lines, as calls and headers of mails take them.
 */

const longestUrl = 2000
const longestName = 60

/** An address to which paths are added. */
const baseUrl = z
  .string()
  .max(longestUrl)
  .refine((text) => webAddress(text) !== null, 'is no address on http or https')
  .refine((text) => !/[?#]/.test(text), 'has a query or a fragment')
  .transform((url) => url.replace(/\/$/, ''))

/** A page that players open: an address, or a path of the portal's own host. Never a script. */
const pageAddress = z
  .string()
  .max(longestUrl)
  .refine(
    (text) => text === '' || isPortalPath(text) || webAddress(text) !== null,
    'is neither an address on http nor a path',
  )
  .default('')

const scriptAddress = z
  .string()
  .max(longestUrl)
  .refine((text) => text === '' || webAddress(text) !== null, 'is no address on http or https')
  .default('')

/** Without the dash and the underscore that browsers do not read. */
const key = z.string().regex(/^[A-Za-z0-9+/]{43}=?$/, 'is not base64 of 32 bytes')

/** A name that people read. */
const name = line(longestName).min(1, 'is empty')

const slug = z
  .string()
  .regex(/^[a-z0-9-]{1,40}$/, 'is not made of small letters, digits and hyphens')

/** Calls name the partner by its slug. */
const partnerName = line(longestName)
  .refine(
    (text) => text === '' || slug.safeParse(partnerSlug(text)).success,
    'has other signs than letters, digits, hyphens and spaces',
  )
  .default('')

const client = { clientId: credential(), clientSecret: credential() }

type CredentialsOf<N extends IdentityProviderName> = z.ZodObject<
  {
    [
      F in keyof IdentityProviders[N]['credentials']
    ]: IdentityProviders[N]['credentials'][F] extends 'required'
      ? z.ZodString
      : z.ZodDefault<z.ZodString>
  },
  z.core.$strict
>

function credentialsOf({ credentials: fields }: IdentityProvider) {
  const shape = Object.entries(fields).map(([name, need]) => [
    name,
    need === 'required' ? credential() : credential(0).default(''),
  ])
  return z.strictObject(Object.fromEntries(shape)).optional()
}

const credentials = Object.fromEntries(
  identityProviderNames.map((name) => [camelCase(name), credentialsOf(identityProviders[name])]),
) as {
  readonly [N in IdentityProviderName as CamelCase<N>]: z.ZodOptional<CredentialsOf<N>>
}

/** The credentials of a deployment at the services that an account can be connected to. */
const connectionsSchema = z.strictObject({
  ...credentials,
  /** The game publisher's service that links accounts in place of us. */
  redeemer: z.strictObject({ url: baseUrl, ...client }).optional(),
})

/** A partner that verifies players: an OpenID provider with further services. */
const partnerSchema = z.strictObject({
  /** As players read it, and as `AuthPartner` of an account says it. */
  name,
  issuer: baseUrl,
  ...client,
  /** `false`: no player begins a session, and every session ends at its next refresh. */
  enabled: z.boolean().default(true),
  /** A cookie of the partner's that the portal removes at log-out. */
  cookieName: z
    .string()
    .regex(/^[\w!#$%&'*+.^`|~-]{0,100}$/, 'is no name of a cookie')
    .default(''),
  /** Its side service: linking, linked accounts, validation mails. */
  service: z
    .strictObject({ productionUrl: baseUrl, testUrl: baseUrl, apiKey: credential() })
    .optional(),
})

/** Sources of players' pictures; without either they keep the letter. */
const avatarsSchema = z.strictObject({
  uploads: z.boolean().default(false),
  /** Files below MediasUrl, by the names that players choose them by. */
  gallery: z
    .array(
      z
        .string()
        .max(100)
        .regex(/^[\w-]+(?:[./][\w-]+)*\.(?:png|jpe?g|webp|avif|svg)$/i, 'is no name of a picture'),
    )
    .max(200)
    .default([]),
})

function flag(usual: boolean, description: string) {
  return z.boolean().default(usual).describe(description)
}

/** The description of a field is also the remedy in the message of an error. */
const fileSchema = z.strictObject({
  Environment: name.describe(
    'The row of packages/contract/src/environments.ts with the portal’s behaviour, like PROD.',
  ),
  IsProd: flag(false, 'true for players; false chooses partners’ test services.'),
  FrontUrl: baseUrl.describe('The address of the community site, like https://www.site.example.'),
  AccountUrl: baseUrl.describe(
    'The address of this portal, on its own host, like https://account.site.example.',
  ),
  MediasUrl: pageAddress
    .refine((address) => !/[?#]/.test(address), 'has a query or a fragment')
    .describe('Where pictures are: an address, or a path of the portal’s own host.'),
  AccountApiUrl: baseUrl
    .optional()
    .describe('The address of the account API; <AccountUrl>/api when it is left out.'),
  AccountApiKey: credential(8).describe(
    'The key that the portal sends, another one in each deployment: openssl rand -hex 16.',
  ),
  CaptchaSiteKey: credential(0).default('').describe('The public key of the captcha provider.'),
  CaptchaProvider: z
    .enum(['recaptcha', 'turnstile', 'altcha'])
    .optional()
    .describe('recaptcha, turnstile or altcha.'),
  CaptchaScriptUrl: scriptAddress.describe('Another address of the captcha provider’s script.'),
  PartnerName: partnerName.describe('The partner by whom players log in, as they read it.'),
  PartnerAccountUrl: pageAddress.describe('Where players change their account at the partner.'),
  RegisterStudioName: name.describe('The studio, as players read it, up to 60 characters.'),
  RegisterWithAccessKeys: flag(false, 'A registration needs an access key.'),
  EnableCaptcha: flag(false, 'Forms ask for a captcha.'),
  EnableConnectionsSection: flag(true, 'Players link accounts of other platforms.'),
  EnableNewsletterSection: flag(true, 'Players choose newsletters.'),
  EnableDeletionSection: flag(true, 'Players delete their accounts.'),
  Avatars: avatarsSchema
    .default({ uploads: false, gallery: [] })
    .describe(
      'Where players’ pictures come from; see docs/operations/configure.md, Pictures of players.',
    ),
  BypassPartnerRegisterPage: flag(false, 'The form after the partner’s page is left out.'),
  CustomCookiesManagement: flag(false, 'A consent tool decides on cookies.'),
  TagManagerId: z
    .string()
    .regex(/^(GTM-[A-Z0-9]{1,12})?$/, 'is no container of Google Tag Manager')
    .default('')
    .describe('A container of Google Tag Manager, like GTM-ABC123.'),
  ConsentTool: z
    .string()
    .max(100)
    .regex(/^([A-Za-z_$][\w$]*(\.[A-Za-z_$][\w$]*)*)?$/, 'is neither a tool nor a function')
    .default('')
    .describe('A consent tool, or the function that opens its dialog.'),
  ConsentToolUrl: scriptAddress.describe('Where the tool’s script is.'),
  UseGamePublisherRedeemer: flag(false, 'The publisher’s service links accounts.'),
  SupportUrl: pageAddress.describe('Where players find help.'),
  StatusUrl: pageAddress.describe('Where players read whether everything works.'),
  LegalUrls: z
    .strictObject({
      PrivacyPolicy: pageAddress,
      Terms: pageAddress,
      CodeOfConduct: pageAddress,
      Imprint: pageAddress,
    })
    .prefault({})
    .describe('Where the texts are: PrivacyPolicy, Terms, CodeOfConduct, Imprint.'),
  Welcome: line(60).default('').describe('The heading of Home, up to 60 characters.'),
  Lead: line(200).default('').describe('The sentence below it, up to 200 characters.'),
  EnableSecuritySection: flag(
    false,
    'Players see the sessions and the actions of their account, and can freeze it.',
  ),
  EnableSupportCode: flag(
    false,
    'A refusal offers the player a code, by which the support reads its cause.',
  ),
  StrongSignIn: z
    .enum(['', 'optional', 'encouraged', 'required'])
    .default('')
    .describe(
      'Passkeys and second steps: optional, encouraged by a notice, required, or empty for none.',
    ),
  SignInWith: z
    .string()
    .refine(
      (names) => names === '' || names.split(',').every((each) => isIdentityProvider(each.trim())),
      `is not made of some of ${identityProviderNames.join(', ')}, with commas`,
    )
    .default('')
    .describe('Services that players sign in with, like steam,twitch; none when empty.'),
  ShowPasswordStrength: flag(false, 'Players see how strong a new password is.'),
  EnableLivingScene: flag(
    true,
    'The theme moves for some seconds, and its gate opens into the account.',
  ),
  Languages: z
    .string()
    .refine(
      (tags) =>
        tags === '' || tags === '*' || tags.split(',').every((tag) => isLanguage(tag.trim())),
      `is neither * nor some of ${languages.join(', ')}, with commas`,
    )
    .default('')
    .describe('The languages that are offered, like en,fr,ar, or * for all; English when empty.'),
  DefaultLanguage: z
    .enum(['', ...languages])
    .default('')
    .describe('One of Languages, for all other readers.'),
  allowedRedirectDomains: z
    .array(z.string().max(253).refine(isHostPattern, 'is neither a host nor *.host'))
    .default([])
    .describe('Hosts that a redirect may lead to, like site.example or *.site.example.'),
  previousApiKey: credential(8)
    .optional()
    .describe('The previous AccountApiKey, while it is changed.'),
  sessionBinding: z
    .enum(['cookie', 'none'])
    .default('cookie')
    .describe('cookie, or none for an API on another site.'),
  sessionIdleDays: z
    .int()
    .min(1)
    .max(30)
    .nullable()
    .default(null)
    .describe(
      'Days after which an unused session ends, from 1 to 30; null, the default, for none.',
    ),
  enumerationProtection: z
    .enum(['spec', 'strict'])
    .default('spec')
    .describe('spec, or strict to hide which accounts exist.'),
  mailLinks: z
    .enum(['at-once', 'button'])
    .default('button')
    .describe('button, or at-once to act when a mail link is opened.'),
  passkeys: z
    .strictObject({ rpId: z.string().max(253).optional() })
    .prefault({})
    .describe(
      'rpId: the domain of passkeys, the host of AccountUrl or one above it; fixed once there are any.',
    ),
  strongSignIn: z
    .strictObject({
      trustDays: z.int().min(0).max(30).default(30),
      requiredForBadges: z
        .array(z.string().regex(/^[a-z0-9-]{1,50}$/, 'is no name of a badge'))
        .max(20)
        .default(['staff']),
    })
    .prefault({})
    .describe(
      'trustDays: days for which a browser skips the second step, up to 30; 0 for never. requiredForBadges: players with one of these badges need a second step.',
    ),
  newBrowserMails: z
    .enum(['guessing', 'always'])
    .default('guessing')
    .describe('Mails about log-ins from new browsers: always, or during credential stuffing.'),
  rewind: z
    .strictObject({
      days: z.int().min(7).max(30).default(7),
      waitHours: z.int().min(12).max(72).default(24),
      holdHours: z.int().min(24).max(168).default(72),
    })
    .prefault({})
    .describe(
      'Of a stolen account: days in which its acts are undone (7 to 30), hours that this waits without a second factor (12 to 72), hours of a hold after it (24 to 168).',
    ),
  recovery: z
    .strictObject({ waitDays: z.int().min(3).max(30).default(7) })
    .prefault({})
    .describe('Days that a player waits who has lost every second factor (3 to 30).'),
  deletionGraceDays: z
    .int()
    .min(0)
    .max(90)
    .default(0)
    .describe('Days that a deletion waits, up to 90; 0, the default, deletes at once.'),
  breachedPasswords: z
    .enum(['off', 'embedded', 'range'])
    .default('embedded')
    .describe(
      'Refused passwords: embedded, those of our list; range, those of data leaks too; off, neither.',
    ),
  reauthenticateFor: z
    .array(z.enum(['username', 'unlinking']))
    .default([])
    .describe('Actions that need a fresh proof besides the specified ones: username, unlinking.'),
  configurationKey: key
    .nullable()
    .default(null)
    .describe('Base64 of 32 bytes: openssl rand -base64 32.'),
  captchaSecret: credential(0).default('').describe('The secret key of the captcha provider.'),
  captchaMinimumScore: z
    .number()
    .min(0)
    .max(1)
    .default(0.5)
    .describe('The least score that passes, from 0 to 1.'),
  theme: themeSchema
    .default({ tokens: {} })
    .describe('Changes of the theme; see docs/operations/configure.md, Themes.'),
  connections: connectionsSchema
    .default({})
    .describe('With what services know us; see docs/operations/configure.md, Connections.'),
  /** By their slugs, which calls and accounts name them by. */
  partners: z
    .record(slug, partnerSchema)
    .default({})
    .describe(
      'The partners that verify players, by slug; see docs/operations/configure.md, Partners.',
    ),
  clients: oidcClientsSchema
    .default([])
    .describe('The sites that players sign in to; see docs/operations/configure.md, Clients.'),
  resources: resourcesSchema
    .default([])
    .describe(
      'APIs of the studio that clients get tokens for; see docs/operations/configure.md, APIs of the studio.',
    ),
  consoleEdits: z
    .enum(['none', 'look', 'all'])
    .default('none')
    .describe(
      'The fields that staff may change in the console: none, those of the look, or all but those of the file alone.',
    ),
})

export type DeploymentFile = z.input<typeof fileSchema>
export type DeploymentValues = z.output<typeof fileSchema>
export type ConnectionCredentials = z.output<typeof connectionsSchema>
export type PartnerConfiguration = z.output<typeof partnerSchema>

/** The forms of the fields, for those that staff change in the console. */
export const fieldForms: Readonly<Record<keyof DeploymentValues, z.ZodType>> = fileSchema.shape

/** The purpose of every field of a deployment's file. */
export const fieldDescriptions: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(fileSchema.shape).map(([name, type]) => [name, type.description ?? '']),
)

/** Reads a file's data; throws a SettingsError that names each field in question and its remedy. */
export function readDeploymentFile(data: unknown): DeploymentValues {
  const parsed = fileSchema.safeParse(data)
  if (parsed.success) return parsed.data
  const problems = parsed.error.issues.map(({ path, message }) => {
    // An unknown field has no path, but is named by the message.
    const field = path.length === 0 ? '' : `${z.core.toDotPath(path)}: `
    return `${field}${message}. ${fieldDescriptions[String(path[0])] ?? ''}`.trimEnd()
  })
  throw new SettingsError(problems.join('\n'))
}
