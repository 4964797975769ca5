import { deploymentActs } from '@gatehouse/contract/acts/deploymentActs'
import { environmentNames, isEnvironment, ownEnvironments } from '@gatehouse/contract/environments'
import { offerOf } from '@gatehouse/contract/languages'
import { sql } from 'kysely'
import { takesNoWrites } from '../../../database/errors/databaseRefusal.ts'
import { listSigningKeys } from '../../../database/oidc/signingKeyStatements.ts'
import { type Database, openDatabase } from '../../../database/pool/openDatabase.ts'
import { countAppsUnderOthers } from '../../../maintenance/sealedApps.ts'
import { readSettings } from '../../../platform/config/readSettings.ts'
import { type Settings, SettingsError } from '../../../platform/config/settings.ts'
import { randomBytes } from '../../../platform/crypto/random.ts'
import { unseal } from '../../../platform/crypto/seal.ts'
import { readServerKey } from '../../../platform/crypto/serverKey.ts'
import { readDeploymentFile } from '../../../deployments/deploymentFile.ts'
import {
  type Deployment,
  type Deployments,
  readDeployments,
} from '../../../deployments/deployments.ts'
import { removal, whyNotRemoved } from '../../../deployments/missingFiles.ts'
import {
  type ChangedCollation,
  changedCollation,
} from '../../../database/operations/changedCollation.ts'
import { listLostPasskeys } from '../../../deployments/startWarnings.ts'
import { deploymentNamed } from '../orders/perform.ts'
import { performedBy } from '../orders/run.ts'
import { checkTheme } from '../../../deployments/checkTheme.ts'
import { checkConsole } from '../../people/checkConsole.ts'
import { ActRefusedError } from '../orders/actRefusedError.ts'

/** A new deployment has these; the specification's environments have none of them. */
const fromTheBeginning = {
  EnableCaptcha: true,
  mailLinks: 'button',
  enumerationProtection: 'strict',
  EnableSecuritySection: true,
  StrongSignIn: 'optional',
  ShowPasswordStrength: true,
  newBrowserMails: 'always',
  reauthenticateFor: ['username', 'unlinking'],
  Languages: '*',
} as const

const whyNot = {
  'has-file': 'still has its file: take that out of DEPLOYMENTS_DIR first.',
  'has-no-players': 'has no players: it ends with its file.',
} as const

export const deploymentPerformers = performedBy(deploymentActs, {
  'deployments new': async (_, { studio, account, front, logIn }) => {
    const file = {
      Environment: ownEnvironments[logIn],
      IsProd: true,
      RegisterStudioName: studio,
      FrontUrl: front,
      AccountUrl: account,
      AccountApiKey: randomBytes(16).toString('hex'),
      ...fromTheBeginning,
    }
    // Refuses an address that no server would take.
    readDeploymentFile(file)
    return Promise.resolve({ data: file, message: JSON.stringify(file, null, 2) })
  },
  'deployments remove': async ({ services, transaction }, { deployment: name }) => {
    const reason = await whyNotRemoved(services, transaction, name)
    if (reason !== null) throw new ActRefusedError(`${name} ${whyNot[reason]}`)
    return {
      data: { deployment: name },
      message: `${name}: servers end it within seconds. Its players stay in the database, and come back with its file.`,
      subject: removal.subject,
    }
  },
  'theme check': async (_, { file, since }) => {
    const { problems, missing } = checkTheme(file, since)
    if (problems.length > 0) {
      throw new ActRefusedError(problems.join('\n'), { data: { problems, missing } })
    }
    const message = [
      `The theme fits the screens of this version.`,
      ...missing.map((token) => `${token} is newer than ${since}: the theme leaves it as it is.`),
    ].join('\n')
    return Promise.resolve({ data: { problems, missing }, message })
  },
  /** Reads settings and files as a server does at its start, and reports all errors at once. */
  check: async ({ environment: given }, { deployment: name, database, production }) => {
    const environment = production ? { ...given, NODE_ENV: 'production' } : given
    const isProduction = environment['NODE_ENV'] === 'production'
    const errors: string[] = []
    const settings = await tryTo(errors, () => readSettings(environment))
    // Its own value is worth a check even when other settings are invalid.
    const folder = settings?.DEPLOYMENTS_DIR ?? environment['DEPLOYMENTS_DIR'] ?? './deploy/samples'
    const words = settings?.WORDS_DIR ?? environment['WORDS_DIR'] ?? './words'
    const deployments = await tryTo(errors, () => readDeployments(folder, environment, words))
    if (deployments === null || errors.length > 0) {
      throw new ActRefusedError(errors.join('\n'), { data: { errors } })
    }
    const console = settings === null ? null : await checkConsole(settings, deployments.all)
    if (console !== null && console.errors.length > 0) {
      throw new ActRefusedError(console.errors.join('\n'), { data: { errors: console.errors } })
    }
    const kept = database && settings !== null ? await checkDatabase(settings, deployments) : []
    if (name === undefined) {
      const warnings = [
        ...kept,
        ...(console?.warnings ?? []),
        ...(settings === null ? [] : settingWarnings(settings)),
        ...deployments.all.flatMap((each) => warningsOf(each, isProduction)),
      ]
      return { data: { warnings, deployments: deployments.all.map(lineOf) } }
    }
    const found = deploymentNamed({ deployments }, name)
    return { data: { ...lineOf(found), ...found.rules, warnings: warningsOf(found, isProduction) } }
  },
})

/**
 * Refuses settings that the players' rows forbid, and answers warnings about those that they still
 * need.
 */
async function checkDatabase(settings: Settings, { all }: Deployments): Promise<string[]> {
  const database = await openDatabase(settings)
  try {
    await database.refuseOlder()
    const encoding = await refuseNoWrites(database)
    await refuseWrongKey(settings, database, all)
    await refuseLostPasskeys(database, all)
    const sorted = await changedCollation(database.kysely)
    return [...encoding, ...sortedAnew(sorted), ...(await underOtherKey(settings, database, all))]
  } finally {
    await database.close()
  }
}

/**
 * The signing keys of clients are sealed: a key that opens none of them has sealed no secret here.
 */
async function refuseWrongKey(
  settings: Settings,
  { kysely }: Database,
  all: readonly Deployment[],
): Promise<void> {
  const { signing } = await readServerKey(settings)
  for (const { name } of all) {
    const keys = await listSigningKeys(kysely, name)
    const newest = keys.at(-1)
    if (newest) unseal(newest.sealed, signing)
  }
}

/** Refuses a database on which no server starts; warns of one that does not keep every letter. */
async function refuseNoWrites({ kysely }: Database): Promise<string[]> {
  const { rows } = await sql<{ isReadOnly: boolean; encoding: string }>`
    select pg_is_in_recovery() or current_setting('transaction_read_only') = 'on' as "isReadOnly",
      current_setting('server_encoding') as encoding`.execute(kysely)
  const [{ isReadOnly, encoding } = { isReadOnly: false, encoding: 'UTF8' }] = rows
  if (isReadOnly) throw new SettingsError(`DATABASE_URL: ${takesNoWrites}.`)
  return encoding === 'UTF8'
    ? []
    : [
        `The database has the encoding ${encoding}, which does not keep every letter: move to one with UTF8.`,
      ]
}

/** An upgrade of the system has changed how PostgreSQL sorts. */
function sortedAnew(changed: ChangedCollation | null): string[] {
  if (changed === null) return []
  const { database, made, now } = changed
  return [
    `The database sorts by version ${now} of its collation, and its indexes are sorted by ${made}, so they may miss rows: reindex database "${database}"; alter database "${database}" refresh collation version;`,
  ]
}

/** How many secrets of apps are lost with the other key, if it goes now. */
async function underOtherKey(
  settings: Settings,
  database: Database,
  all: readonly Deployment[],
): Promise<string[]> {
  if (settings.SESSION_KEY_OTHER === undefined) return []
  const { factors } = await readServerKey(settings)
  const counts = await Promise.all(
    all.map(
      async ({ name }) => [name, await countAppsUnderOthers(database, name, factors)] as const,
    ),
  )
  return counts
    .filter(([, count]) => count > 0)
    .map(
      ([name, count]) =>
        `${name}: secrets of authenticator apps under SESSION_KEY_OTHER: ${count}. Maintenance moves them every hour; keep the key until none is left.`,
    )
}

/** Another `rpId` would make passkeys useless, so that it is fixed while there are any. */
async function refuseLostPasskeys({ kysely }: Database, all: readonly Deployment[]): Promise<void> {
  const lost = await listLostPasskeys(kysely, all)
  if (lost.length === 0) return
  const errors = lost.map(
    ({ deployment, rpId, domains }) =>
      `${deployment}: passkeys: rpId is ${rpId}, and players have passkeys of ${domains.join(', ')}: put that back.`,
  )
  throw new ActRefusedError(errors.join('\n'), { data: { errors } })
}

async function tryTo<Result>(
  errors: string[],
  read: () => Result | Promise<Result>,
): Promise<Result | null> {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error
    errors.push(...error.message.split('\n'))
    return null
  }
}

function lineOf({ name, configuration, rules, ...deployment }: Deployment) {
  return {
    name,
    environment: configuration.Environment,
    portal: configuration.AccountUrl,
    api: configuration.AccountApiUrl,
    signIn: rules.signIn,
    register: rules.register,
    captcha: rules.asksCaptcha ? deployment.captchaProvider : 'none',
    accessKeys: rules.registersWithAccessKeys,
    clients: deployment.clients.size,
    partners: [...deployment.partners.keys()],
    sessionBinding: deployment.sessionBinding,
    enumerationProtection: deployment.enumerationProtection,
  }
}

/** The warnings that apply. */
function applying(warnings: readonly (readonly [boolean, string])[]): string[] {
  return warnings.filter(([applies]) => applies).map(([, warning]) => warning)
}

/** Settings that production starts with and that its operator has hardly meant. */
function settingWarnings(settings: Settings): string[] {
  if (settings.NODE_ENV !== 'production') return []
  return applying([
    [
      /@localhost\b/.test(settings.MAIL_FROM),
      'MAIL_FROM is at localhost: mail servers refuse such a sender.',
    ],
    [
      settings.SMTP_URL !== undefined && isPlaceholder(settings.SMTP_URL),
      'SMTP_URL: a host of an example, which takes no mail: put your own there.',
    ],
    [
      exampleHost.test(settings.MAIL_FROM.replaceAll(/^.*@|>$/g, '')),
      'MAIL_FROM: a domain of an example: put your own there.',
    ],
    [
      settings.TRUSTED_PROXIES === '',
      'TRUSTED_PROXIES is not set: behind a proxy all players count as one address for the limits.',
    ],
    [
      settings.ERASURE_LOG_FILE === undefined,
      'ERASURE_LOG_FILE is not set: erased players come back with a restored backup.',
    ],
    [settings.OPERATOR_PORT === undefined, 'OPERATOR_PORT is not set: there are no metrics.'],
  ])
}

/** Names that are kept for examples: RFC 2606. */
const exampleHost = /(^|\.)example(\.(com|net|org))?$/

function isPlaceholder(url: string): boolean {
  return URL.canParse(url) && exampleHost.test(new URL(url).hostname)
}

/** Values that a deployment starts with and that its operator has hardly meant. */
function warningsOf(
  { name, configuration, rules, wordings }: Deployment,
  isProduction: boolean,
): string[] {
  const { Environment: environment } = configuration
  const offered = offerOf(configuration).languages
  const { AccountUrl, FrontUrl, SupportUrl, StatusUrl, LegalUrls } = configuration
  const addresses = { AccountUrl, FrontUrl, SupportUrl, StatusUrl, ...LegalUrls }
  const placeholders = Object.entries(addresses)
    .filter(([, address]) => isPlaceholder(address))
    .map(([field]) => field)
  return applying([
    [
      isProduction && placeholders.length > 0,
      `${placeholders.join(', ')}: a host of an example, which no player reaches: put your own there.`,
    ],
    [
      isProduction && !rules.asksCaptcha,
      'EnableCaptcha is off: programs may register and guess passwords; true asks for our own captcha, which needs no keys.',
    ],
    [
      !isEnvironment(environment.trim()),
      `Environment ${environment} is none of ${environmentNames.join(', ')}: it behaves as they do in common.`,
    ],
    [wordings.has('en'), 'en.json changes English words, of which the specification fixes many.'],
    ...[...wordings.keys()].map(
      (language) =>
        [
          !offered.includes(language),
          `${language}.json has words of a language that Languages does not offer.`,
        ] as const,
    ),
  ]).map((warning) => `${name}: ${warning}`)
}
