import { knownHost } from '../platform/knownHost.ts'
import { readFile, readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import * as z from 'zod'
import { type Configuration, readConfiguration } from '@gatehouse/contract/configuration'
import { camelCase, signInServicesOf } from '@gatehouse/contract/identityProviderNames'
import { identityProviderOf } from '@gatehouse/contract/identityProviderRow'
import { offerOf } from '@gatehouse/contract/languages'
import { isForDevelopment, type Rules, rulesOf } from '@gatehouse/contract/environments'
import {
  type DeploymentValues,
  type PartnerConfiguration,
  readDeploymentFile,
} from './deploymentFile.ts'
import { type Environment, SettingsError, valueOf } from '../platform/config/settings.ts'
import { readFileJson } from '../platform/readJsonText.ts'
import { type ThemeSheet, themeSheetOf } from './themeTokens.ts'
import { openAddressesOf, type OidcClient } from './client.ts'
import { type Resource, unknownResourcesOf } from './resources.ts'
import { readWordings, type Wordings } from './readWording.ts'

export type {
  ConnectionCredentials,
  DeploymentFile,
  PartnerConfiguration,
} from './deploymentFile.ts'

export type CaptchaProvider = 'recaptcha' | 'turnstile' | 'altcha'
export type CaptchaAction = 'login' | 'register'

/** Fields with the values of the file, which describes each. */
const asInFile = [
  'allowedRedirectDomains',
  'sessionBinding',
  'sessionIdleDays',
  'enumerationProtection',
  'mailLinks',
  'newBrowserMails',
  'rewind',
  'recovery',
  'deletionGraceDays',
  'breachedPasswords',
  'reauthenticateFor',
  'configurationKey',
  'captchaSecret',
  'captchaMinimumScore',
  'theme',
  'connections',
  'consoleEdits',
] as const satisfies readonly (keyof DeploymentValues)[]
type AsInFile = Readonly<Pick<DeploymentValues, (typeof asInFile)[number]>>

/** One deployment: a studio's or partner's portal, identified by its host and by its API key. */
export interface Deployment extends AsInFile {
  /** Name of its file; part of the key of every row that belongs to it. */
  readonly name: string
  /** The data of its file, with the values of the environment. It has secrets. */
  readonly file: FileData
  /** The values of all fields, of the file or of the version. They have secrets. */
  readonly values: DeploymentValues
  /** The version that is served, if it is not the file alone. */
  readonly version: ServedVersion | null
  readonly configuration: Configuration
  readonly rules: Rules
  readonly apiKey: string
  /** The key that apiKey replaces, accepted until it is removed; null without one. */
  readonly previousApiKey: string | null
  /** Host and port of the portal, as browsers send them. */
  readonly host: string
  /** The hosts of its account API: the portal's, and one of its own if it has one. */
  readonly hosts: ReadonlySet<string>
  /** Origin of the portal, for CORS. */
  readonly origin: string
  readonly isSecure: boolean
  /** The domain that passkeys are bound to. */
  readonly rpId: string
  /** Days for which a browser may be trusted without a second step; 0: never. */
  readonly trustDays: number
  /** The badges whose holders need a second step; null where nobody has to be asked for one. */
  readonly requiredForBadges: readonly string[] | null
  readonly captchaProvider: CaptchaProvider
  readonly avatars: DeploymentValues['Avatars']
  /** The style sheet of its theme changes; null without any. */
  readonly themeSheet: ThemeSheet | null
  /** Its own words, by language. */
  readonly wordings: Wordings
  readonly partners: ReadonlyMap<string, PartnerConfiguration>
  /** The clients that players sign in to with their account, by their ids. */
  readonly clients: ReadonlyMap<string, OidcClient>
  /** Those of them that its file has. */
  readonly clientsOfFile: ReadonlyMap<string, OidcClient>
  /** The studio's APIs that clients get tokens for, by their identifiers. */
  readonly resources: ReadonlyMap<string, Resource>
}

export type FileData = Readonly<Record<string, unknown>>

/** A published version of a deployment, or the staged draft of one. */
export interface ServedVersion {
  readonly id: number
  /** The number of the draft's revision where it is staged; null for what is published. */
  readonly revision: number | null
}

export type Deployments = ReturnType<typeof deploymentsOf>

/** The audit log has it for what concerns all deployments. */
const reserved = '*'

/**
 * Reads every `*.json` of a folder, and their own words. A SettingsError names the file and
 * field that are invalid, a shared API key or host, and a sample in production.
 */
export async function readDeployments(
  folder: string,
  environment: Environment,
  wordsFolder: string | null = null,
): Promise<Deployments> {
  const files = (await readdir(folder).catch(() => [])).filter((file) => file.endsWith('.json'))
  if (files.length === 0) throw new SettingsError(`DEPLOYMENTS_DIR: no *.json in ${folder}.`)
  const read = files.toSorted().map(async (file) => {
    const text = await readFile(join(folder, file), 'utf8')
    const name = basename(file, '.json')
    if (name === reserved) {
      throw new SettingsError(`${join(folder, file)}: ${reserved} stands for all deployments.`)
    }
    // Its own errors name its files.
    const wordings = wordsFolder === null ? none : await readWordings(join(wordsFolder, name))
    try {
      const read = readFileJson(text)
      if ('refusal' in read) throw new SettingsError(`It ${read.refusal}.`)
      return { ...deploymentOf(name, read.value, environment), wordings }
    } catch (cause) {
      const errors = (cause as Error).message.split('\n')
      const messages = errors.map((error) => `${join(folder, file)}: ${error}`)
      throw new SettingsError(messages.join('\n'), { cause })
    }
  })
  const results = await Promise.allSettled(read)
  const errors = results.filter((result) => result.status === 'rejected')
  if (errors.length > 0) {
    const messages = errors.map(({ reason }) => (reason as Error).message)
    throw new SettingsError(messages.join('\n'), { cause: errors[0]?.reason })
  }
  const deployments = deploymentsOf(
    results.filter((result) => result.status === 'fulfilled').map(({ value }) => value),
  )
  if (environment['NODE_ENV'] === 'production') refuseSamples(deployments.all)
  return deployments
}

/**
 * `${NAME}` and `${NAME:-default}` in the data come from the environment or a `NAME_FILE`. With the
 * data that are known already, only values that stand at the same place in them.
 */
export function deploymentOf(
  name: string,
  data: unknown,
  environment: Environment,
  known: FileData | null = null,
): Deployment {
  return deploymentOfData(name, fillIn(data, environment, known) as FileData)
}

/** The same of data in which nothing is to be filled in. */
export function deploymentOfData(name: string, data: FileData): Deployment {
  const file = readDeploymentFile(data)
  const url = new URL(file.AccountUrl)
  if (url.pathname !== '/') throw new SettingsError('AccountUrl: the portal needs its own host.')
  // Without keys of an outside service the captcha is our own.
  const captchaProvider =
    file.CaptchaProvider ?? (file.CaptchaSiteKey === '' ? 'altcha' : 'recaptcha')
  const needsKeys = file.EnableCaptcha && captchaProvider !== 'altcha'
  if (needsKeys && (file.CaptchaSiteKey === '' || file.captchaSecret === '')) {
    throw new SettingsError(
      `CaptchaProvider: ${captchaProvider} needs CaptchaSiteKey and captchaSecret.`,
    )
  }
  if (file.Avatars.gallery.length > 0 && file.MediasUrl === '') {
    throw new SettingsError('Avatars: the gallery is below MediasUrl, which is missing.')
  }
  const unproven = signInServicesOf(file).find((service) => !file.connections[camelCase(service)])
  if (unproven !== undefined) {
    throw new SettingsError(`SignInWith: connections.${camelCase(unproven)} is missing.`)
  }
  const clients = new Map(file.clients.map((client) => [client.clientId, client]))
  refuseAskingClients(file.sessionBinding, file.clients)
  refuseUnprovenGames(file, file.clients)
  const unknown = unknownResourcesOf(file.clients, file.resources)
  if (unknown.length > 0) throw new SettingsError(unknown.join('\n'))
  const rpId = file.passkeys.rpId ?? url.hostname
  if (!isDomainOf(rpId, url.hostname)) {
    throw new SettingsError(`passkeys: rpId is neither ${url.hostname} nor a domain above it.`)
  }
  const { DefaultLanguage } = file
  if (DefaultLanguage !== '' && offerOf(file).default !== DefaultLanguage) {
    throw new SettingsError(`DefaultLanguage: ${DefaultLanguage} is not one of Languages.`)
  }
  const configuration = readConfiguration({
    ...file,
    CaptchaProvider: file.EnableCaptcha ? captchaProvider : '',
    AccountApiUrl: file.AccountApiUrl ?? `${file.AccountUrl}/api`,
    EnableAvatarSection: file.Avatars.uploads || file.Avatars.gallery.length > 0,
    EnableSitesSection: file.clients.some(asksPlayers),
    DeletionGraceDays: file.deletionGraceDays,
    RewindDays: file.rewind.days,
  })
  return {
    ...(Object.fromEntries(asInFile.map((field) => [field, file[field]])) as unknown as AsInFile),
    name,
    file: data,
    values: file,
    version: null,
    configuration,
    rules: rulesOf(configuration),
    apiKey: file.AccountApiKey,
    previousApiKey: file.previousApiKey ?? null,
    host: url.host,
    hosts: new Set([url.host, new URL(configuration.AccountApiUrl).host]),
    origin: url.origin,
    isSecure: url.protocol === 'https:',
    rpId,
    trustDays: file.strongSignIn.trustDays,
    requiredForBadges: askedBadgesOf(file),
    captchaProvider,
    avatars: file.Avatars,
    themeSheet: themeSheetOf(file.theme),
    wordings: none,
    partners: new Map(Object.entries(file.partners)),
    clients,
    clientsOfFile: clients,
    resources: new Map(file.resources.map((resource) => [resource.identifier, resource])),
  }
}

/** Where nobody or everybody needs a second step, no badge has to be looked up. */
function askedBadgesOf({ StrongSignIn, strongSignIn }: DeploymentValues): readonly string[] | null {
  const { requiredForBadges: badges } = strongSignIn
  const areAsked = StrongSignIn !== '' && StrongSignIn !== 'required' && badges.length > 0
  return areAsked ? badges : null
}

/** Players are asked about the data that a client gets when it is not the studio's own. */
function asksPlayers({ firstParty }: OidcClient): boolean {
  return !firstParty
}

function refuseAskingClients(
  sessionBinding: Deployment['sessionBinding'],
  clients: readonly OidcClient[],
): void {
  if (sessionBinding !== 'none') return
  for (const client of clients) {
    const asks = asksPlayers(client)
    if (!asks && !client.device) continue
    const what = asks ? 'asks players for their consent' : 'signs devices in'
    throw new SettingsError(
      `clients: ${client.clientId} ${what}, which needs sessionBinding cookie.`,
    )
  }
}

/** Refuses a game that exchanges the tokens of a service with which nobody signs in here. */
function refuseUnprovenGames(
  {
    connections,
    ...configuration
  }: { readonly SignInWith: string } & Pick<Deployment, 'connections'>,
  clients: readonly OidcClient[],
): void {
  const signsIn = signInServicesOf(configuration)
  for (const { clientId, exchanges, gameIds } of clients) {
    for (const service of exchanges) {
      const name = camelCase(service)
      const had = new Map<string, string>(Object.entries(connections[name] ?? {}))
      const { needs = [], gameId = '' } = identityProviderOf(service).gameToken ?? {}
      if (gameIds[service]) had.set(gameId, gameIds[service])
      const lacking = needs.filter((field) => !had.get(field)).map((field) => `${name}.${field}`)
      const lacks = signsIn.includes(service) ? lacking : ['SignInWith']
      if (lacks.length === 0) continue
      const what = `${clientId} exchanges tokens of ${service}`
      throw new SettingsError(`clients: ${what}, which needs ${lacks.join(' and ')}.`)
    }
  }
}

/** Adds clients of the database; a SettingsError names one that the file has or that cannot be. */
export function withStoredClients(
  deployment: Deployment,
  stored: readonly OidcClient[],
): Deployment {
  const { clientsOfFile, configuration, sessionBinding } = deployment
  const twice = stored.find(({ clientId }) => clientsOfFile.has(clientId))
  if (twice) {
    throw new SettingsError(
      `clients: ${twice.clientId} is in the file and in the database (gatehouse clients remove).`,
    )
  }
  refuseAskingClients(sessionBinding, stored)
  refuseUnprovenGames({ ...configuration, connections: deployment.connections }, stored)
  const clients = new Map([
    ...clientsOfFile,
    ...stored.map((client) => [client.clientId, client] as const),
  ])
  const asked = { ...configuration, EnableSitesSection: [...clients.values()].some(asksPlayers) }
  return { ...deployment, clients, configuration: asked, rules: rulesOf(asked) }
}

const none: Wordings = new Map()

/** A domain is a host or stands above it; browsers refuse one that is open to everybody. */
function isDomainOf(domain: string, host: string): boolean {
  return domain === host || (domain.includes('.') && host.endsWith(`.${domain}`))
}

/** Deployments that can live together; throws a SettingsError when two share a key or a host. */
export function deploymentsOf(all: readonly Deployment[]) {
  const byApiKey = uniquely(all, 'AccountApiKey', ({ apiKey, previousApiKey }) => [
    apiKey,
    previousApiKey,
  ])
  const byHost = uniquely(all, 'AccountUrl', ({ host }) => [host])
  const byName = uniquely(all, 'file name', ({ name }) => [name])
  const hosts = new Set(all.flatMap((deployment) => [...deployment.hosts]))
  const secureHosts = new Set(
    all.filter(({ isSecure }) => isSecure).flatMap((deployment) => [...deployment.hosts]),
  )
  const byOrigin = new Map(all.map((deployment) => [deployment.origin, deployment]))
  return {
    all,
    byApiKey: (apiKey: string) => byApiKey.get(apiKey) ?? null,
    byHost: (host: string) => byHost.get(host) ?? null,
    byName: (name: string) => byName.get(name) ?? null,
    /** The host of a portal or an account API that a sender means, as its address has it, or null. */
    hostMeant: (host: string) => knownHost(host, hosts),
    /** Returns whether the portal of an origin has its account API on a host. */
    servesOrigin: (host: string, origin: string) => byOrigin.get(origin)?.hosts.has(host) ?? false,
    /** Returns whether a host is one of those with https. */
    isSecureHost: (host: string) => secureHosts.has(host),
  } as const
}

function uniquely(
  all: readonly Deployment[],
  field: string,
  keysOf: (deployment: Deployment) => readonly (string | null)[],
): ReadonlyMap<string, Deployment> {
  const map = new Map<string, Deployment>()
  for (const deployment of all) {
    for (const key of keysOf(deployment).filter((each) => each !== null)) {
      const other = map.get(key)
      if (other)
        throw new SettingsError(`${field}: ${other.name} and ${deployment.name} share one.`)
      map.set(key, deployment)
    }
  }
  return map
}

/** The data with the values of its `${NAME}`; a SettingsError names each missing one. */
function fillIn(data: unknown, environment: Environment, known: FileData | null): unknown {
  const errors: string[] = []
  const filled = fill(data, [])
  if (errors.length > 0) throw new SettingsError(errors.join('\n'))
  return filled

  function fill(value: unknown, path: readonly PropertyKey[]): unknown {
    if (typeof value === 'string') return known ? fillKnown(value, path) : fillText(value, path)
    if (Array.isArray(value)) return value.map((item, at) => fill(item, [...path, at]))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => [name, fill(item, [...path, name])]),
    )
  }

  /** A text of a person who may not read the environment. */
  function fillKnown(text: string, path: readonly PropertyKey[]): string {
    const before = errors.length
    const filled = fillText(text, path)
    const there = path.reduce<unknown>(
      (value, name) => (value as Readonly<Record<PropertyKey, unknown>> | undefined)?.[name],
      known,
    )
    if (!text.includes('${') || filled === there) return filled
    errors.length = before
    errors.push(
      `${z.core.toDotPath([...path])}: a value of the environment that does not stand there yet is planned at the command line alone.`,
    )
    return ''
  }

  function fillText(text: string, path: readonly PropertyKey[]): string {
    return text.replace(/\$\{(\w+)(?::-([^}]*))?\}/g, (_, name: string, otherwise?: string) => {
      const field = z.core.toDotPath([...path])
      try {
        const value = valueOf(environment, name) ?? otherwise
        if (value !== undefined) return value
        errors.push(
          `${field}: ${name} is not set in the environment, nor is ${name}_FILE: set one of them, or remove what needs it.`,
        )
      } catch (error) {
        errors.push(`${field}: ${(error as Error).message}`)
      }
      return ''
    })
  }
}

/** The remedy for a sample. */
const ownSecrets = 'put your own secrets into the environment'

function refuseSamples(all: readonly Deployment[]): void {
  const errors = all.flatMap((deployment) => {
    const { name, apiKey, previousApiKey, configuration, connections } = deployment
    const partners = [...deployment.partners.values()]
    const refusals: readonly (readonly [boolean | undefined, string])[] = [
      [apiKey.startsWith('sample-'), 'AccountApiKey is a sample: openssl rand -hex 16.'],
      [previousApiKey?.startsWith('sample-'), 'previousApiKey is a sample: remove it.'],
      [
        isForDevelopment(configuration.Environment),
        'Environment is for development: name another one.',
      ],
      [
        isTestCaptcha(deployment),
        'captchaSecret accepts every visitor: put the provider’s own into the environment.',
      ],
      [hasSample(connections), `connections has a sample: ${ownSecrets}.`],
      [hasSample(partners), `partners has a sample: ${ownSecrets}.`],
      ...unsafeClients([...deployment.clientsOfFile.values()]).map(
        (error) => [true, `clients${error}`] as const,
      ),
      ...partners.map(
        (partner) =>
          [isOpen(partner.issuer), `the issuer of ${partner.name} is not https.`] as const,
      ),
      [!deployment.isSecure, 'AccountUrl is not https.'],
      [isOpen(configuration.AccountApiUrl), 'AccountApiUrl is not https.'],
    ]
    return refusals.filter(([isSo]) => isSo).map(([, refusal]) => `${name}: ${refusal}`)
  })
  if (errors.length > 0) throw new SettingsError(errors.join('\n'))
}

function isOpen(address: string): boolean {
  return !address.startsWith('https://')
}

/** The reasons why production refuses clients. */
export function unsafeClients(clients: readonly OidcClient[]): string[] {
  return [
    ...(hasSample(clients) ? [` has a sample: ${ownSecrets}.`] : []),
    ...openAddressesOf(clients).map((address) => `: ${address} is not https.`),
  ]
}

function hasSample(credentials: unknown): boolean {
  // The secrets of webhooks are base64, and so are those of the samples.
  return /"(sample-|whsec_c2FtcGxl)/.test(JSON.stringify(credentials))
}

/** The public keys with which reCAPTCHA and Turnstile let tests through, and our own samples. */
function isTestCaptcha({ captchaSecret, configuration }: Deployment): boolean {
  const secret = /^(sample-|6LeIxAcTAAAAAGG-|[123]x0{10,})/
  return (
    secret.test(captchaSecret) ||
    /^(6LeIxAcTAAAAAJcZ|[123]x0{10,})/.test(configuration.CaptchaSiteKey)
  )
}
