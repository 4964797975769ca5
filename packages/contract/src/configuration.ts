/** Ours: the pages of the deployment's own texts, each empty where it has none. */
export interface LegalUrls {
  readonly PrivacyPolicy: string
  readonly Terms: string
  readonly CodeOfConduct: string
  readonly Imprint: string
}

export const noLegalUrls: LegalUrls = {
  PrivacyPolicy: '',
  Terms: '',
  CodeOfConduct: '',
  Imprint: '',
}

/** The runtime configuration on the wire (specification, section 1). Everything in it is public. */
export interface Configuration {
  readonly Environment: string
  readonly IsProd: boolean
  /** The community site. */
  readonly FrontUrl: string
  /** This portal. */
  readonly AccountUrl: string
  readonly MediasUrl: string
  readonly AccountApiUrl: string
  readonly AccountApiKey: string
  readonly CaptchaSiteKey: string
  readonly PartnerName: string
  /** Ours: where players change their account at the partner; empty for no page. */
  readonly PartnerAccountUrl: string
  readonly RegisterStudioName: string
  readonly RegisterWithAccessKeys: boolean
  readonly EnableCaptcha: boolean
  readonly EnableConnectionsSection: boolean
  readonly EnableNewsletterSection: boolean
  readonly EnableDeletionSection: boolean
  readonly BypassPartnerRegisterPage: boolean
  readonly CustomCookiesManagement: boolean
  readonly TagManagerId: string
  readonly UseGamePublisherRedeemer: boolean
  readonly SupportUrl: string
  /** Ours: the address of the status page. */
  readonly StatusUrl: string
  readonly LegalUrls: LegalUrls
  /** Ours: the heading of Home; empty for the portal's own. */
  readonly Welcome: string
  /** Ours: the text below the heading of Home; empty for the portal's own. */
  readonly Lead: string
  /** Ours: `recaptcha` (also when empty), `turnstile` or `altcha`. */
  readonly CaptchaProvider: string
  /** Ours: the address of the provider's script; empty for its usual address. `altcha` has none. */
  readonly CaptchaScriptUrl: string
  /**
   * Ours: the consent tool to which `CustomCookiesManagement` leaves the cookies. It is `onetrust`
   * (also when empty), `didomi`, `axeptio`, `cookiebot`, `usercentrics`, `cookieconsent`, or the
   * name of the global function that opens its dialog.
   */
  readonly ConsentTool: string
  /** Ours: the address of the tool's script; empty when the tag manager brings it. */
  readonly ConsentToolUrl: string
  /** Ours: true when players choose their picture. */
  readonly EnableAvatarSection: boolean
  /**
   * Ours: true when third-party sites can ask players for consent, and players see their consents.
   */
  readonly EnableSitesSection: boolean
  /**
   * Ours: true when players see the sessions and the ledger of their account, and can freeze it.
   */
  readonly EnableSecuritySection: boolean
  /** Ours: true when a refusal offers a code that explains it to the support. */
  readonly EnableSupportCode: boolean
  /**
   * Ours: how players add passkeys and a second step: `optional`, `encouraged` with a notice,
   * `required` of everybody, or empty for not at all. Log-ins still ask for factors that exist.
   */
  readonly StrongSignIn: string
  /**
   * Ours: the services that players sign in with, as canonical names with commas; empty for none.
   */
  readonly SignInWith: string
  /** Ours: true when a new password is shown with its strength. */
  readonly ShowPasswordStrength: boolean
  /** Ours: the days that a deletion waits; zero where it happens at once. */
  readonly DeletionGraceDays: number
  /** Ours: the days in which the acts of a thief are undone. */
  readonly RewindDays: number
  /** Ours: false keeps the theme still, and the gate between log-in and account closed. */
  readonly EnableLivingScene: boolean
  /** Ours: the languages that are offered, as tags with commas, or `*`; empty for English alone. */
  readonly Languages: string
  /** Ours: the language of readers whose wishes are not offered; empty for English. */
  readonly DefaultLanguage: string
}

/** The answer of the configuration call: JSON, or JSON concealed with AES-256-GCM. */
export interface ConfigurationEnvelope {
  readonly Value: string | object
  readonly Encrypted?: boolean | undefined
}

/** The default of each field, which also is the field's type. */
const whenAbsent: Configuration = {
  Environment: '',
  IsProd: false,
  FrontUrl: '',
  AccountUrl: '',
  MediasUrl: '',
  AccountApiUrl: '',
  AccountApiKey: '',
  CaptchaSiteKey: '',
  PartnerName: '',
  PartnerAccountUrl: '',
  RegisterStudioName: '',
  RegisterWithAccessKeys: false,
  EnableCaptcha: false,
  EnableConnectionsSection: false,
  EnableNewsletterSection: false,
  EnableDeletionSection: false,
  BypassPartnerRegisterPage: false,
  CustomCookiesManagement: false,
  TagManagerId: '',
  UseGamePublisherRedeemer: false,
  SupportUrl: '',
  StatusUrl: '',
  LegalUrls: noLegalUrls,
  Welcome: '',
  Lead: '',
  CaptchaProvider: '',
  CaptchaScriptUrl: '',
  ConsentTool: '',
  ConsentToolUrl: '',
  EnableAvatarSection: false,
  EnableSitesSection: false,
  EnableSecuritySection: false,
  EnableSupportCode: false,
  StrongSignIn: '',
  SignInWith: '',
  ShowPasswordStrength: false,
  DeletionGraceDays: 0,
  RewindDays: 7,
  EnableLivingScene: true,
  Languages: '',
  DefaultLanguage: '',
}

export const configurationFields = Object.keys(whenAbsent) as (keyof Configuration)[]

/**
 * Reads a configuration from plain data. Throws a TypeError with the field's name when a value has
 * the wrong type. The address of the account API has no default: the portal cannot work without it.
 */
export function readConfiguration(data: unknown): Configuration {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) {
    throw new TypeError('The configuration is not an object.')
  }
  const given = data as Record<string, unknown>
  const read: Record<string, unknown> = {}
  for (const field of configurationFields) {
    const value = given[field] ?? whenAbsent[field]
    if (typeof value !== typeof whenAbsent[field]) {
      throw new TypeError(`${field} is not a ${typeof whenAbsent[field]}.`)
    }
    read[field] = value
  }
  read['LegalUrls'] = readLegalUrls(read['LegalUrls'] as object)
  if (read['AccountApiUrl'] === '') throw new TypeError('AccountApiUrl is missing.')
  return read as unknown as Configuration
}

function readLegalUrls(given: object): LegalUrls {
  const read = { ...noLegalUrls, ...given }
  for (const [name, address] of Object.entries(read)) {
    if (typeof address !== 'string') throw new TypeError(`LegalUrls.${name} is not a string.`)
  }
  return read
}

/**
 * Takes the envelope of the configuration call and, for a concealed one, the base64 key of 32
 * bytes. Returns the configuration. Throws when it cannot read or decrypt the envelope.
 */
export async function openConfiguration(
  envelope: ConfigurationEnvelope,
  key: string,
): Promise<Configuration> {
  const value = envelope.Encrypted === true ? await reveal(envelope.Value, key) : envelope.Value
  return readConfiguration(typeof value === 'string' ? JSON.parse(value) : value)
}

/**
 * The answer of the configuration call. With a key the configuration is concealed: base64 of a fresh
 * 12-byte nonce and the AES-256-GCM ciphertext.
 */
export async function envelopeOf(
  configuration: Configuration,
  key: string | null,
): Promise<{ readonly Value: string; readonly Encrypted: boolean }> {
  if (key === null) return { Value: JSON.stringify(configuration), Encrypted: false }
  const nonce = crypto.getRandomValues(new Uint8Array(12))
  const sealed = await crypto.subtle.encrypt(
    { name: 'AES-GCM', iv: nonce },
    await importKey(key, 'encrypt'),
    new TextEncoder().encode(JSON.stringify(configuration)),
  )
  const bytes = new Uint8Array([...nonce, ...new Uint8Array(sealed)])
  return { Value: btoa(String.fromCharCode(...bytes)), Encrypted: true }
}

async function reveal(value: string | object, key: string): Promise<string> {
  if (typeof value !== 'string') throw new TypeError('A concealed configuration is a string.')
  const bytes = bytesOf(value)
  const opened = await crypto.subtle.decrypt(
    { name: 'AES-GCM', iv: bytes.slice(0, 12) },
    await importKey(key, 'decrypt'),
    bytes.slice(12),
  )
  return new TextDecoder().decode(opened)
}

function importKey(key: string, use: 'encrypt' | 'decrypt'): Promise<CryptoKey> {
  return crypto.subtle.importKey('raw', bytesOf(key), 'AES-GCM', false, [use])
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
}
