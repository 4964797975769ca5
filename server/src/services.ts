import type { FastifyBaseLogger } from 'fastify'
import { createCaptcha } from './auth/captcha/captcha.ts'
import type { Captcha } from './auth/captcha/captchaVerdict.ts'
import { type Connections, createConnections } from './federation/providers/connections.ts'
import { syncCatalogues } from './tenants/syncCatalogues.ts'
import { type Clock, clock } from './platform/clock.ts'
import { type Database, openDatabase } from './database/pool/openDatabase.ts'
import { onTransactionRetry } from './database/transactions/inTransaction.ts'
import { readDeployments } from './tenants/deployments.ts'
import { type MailDomains, createMailDomains } from './accounts/email/mailDomains.ts'
import { createMailValidator, type MailValidator } from './accounts/email/mailValidator.ts'
import { createUploadEncoder, type UploadEncoder } from './accounts/uploads/encodeUpload.ts'
import { createUploadStorage } from './accounts/uploads/uploadStorage.ts'
import { openUploads, type Uploads } from './accounts/uploads/uploads.ts'
import { createMailer, type Mailer } from './mail/mailer.ts'
import { type AccountEvents, openAccountEvents } from './webhooks/accountEvents.ts'
import { CredentialStuffingDetector } from './auth/rate-limits/credentialStuffing.ts'
import { Jobs } from './database/jobs/jobs.ts'
import { createMailOutcomes } from './mail/mailOutcomes.ts'
import { openOutbox, type Outbox } from './mail/outbox.ts'
import { Drain } from './http/drain.ts'
import type { PageRenderer } from '@gatehouse/contract/serverPages'
import type { RenderPage } from './http/renderPage.ts'
import { loadPageRenderer } from './site/pageRenderer.ts'
import { createServerPages } from './site/serverPages.ts'
import { createPartners, type Partners } from './federation/partner-protocol/partners.ts'
import { type ClientStore, createClientStore } from './tenants/storedClients.ts'
import { type LiveDeployments, liveDeployments } from './tenants/liveDeployments.ts'
import { logEvent } from './platform/observability/events.ts'
import { openLog } from './platform/observability/log.ts'
import { Scheduler } from './platform/scheduler.ts'
import { createPasswordHasher, type PasswordHasher } from './auth/password/passwordHasher.ts'
import { createMetrics, type Metrics } from './platform/observability/metrics.ts'
import { PlayerSecrets } from './platform/crypto/playerSecret.ts'
import { readServerKey, type ServerKey } from './platform/crypto/serverKey.ts'
import { Sessions } from './auth/session/sessions.ts'
import type { Environment, Settings } from './platform/config/settings.ts'
import { createOidc } from './oidc/createOidc.ts'
import type { Oidc } from './oidc/provider/oidcServices.ts'
import { generateSigningKey, type KeyMaker, signingKeyOf } from './oidc/keys/signingKeys.ts'
import { createProofOfWork, type ProofOfWork } from './auth/captcha/proofOfWork.ts'
import { createRateLimiter, type RateLimiter } from './auth/rate-limits/rateLimiter.ts'

/** All services; each room declares those that it takes. */
export interface Services {
  readonly settings: Settings
  readonly deployments: LiveDeployments
  readonly clients: ClientStore
  readonly database: Database
  readonly clock: Clock
  readonly key: ServerKey
  readonly makeKey: KeyMaker
  readonly passwords: PasswordHasher
  readonly secrets: PlayerSecrets
  readonly sessions: Sessions
  readonly oidc: Oidc
  readonly rateLimiter: RateLimiter
  readonly credentialStuffing: CredentialStuffingDetector
  readonly scheduler: Scheduler
  readonly jobs: Jobs
  readonly outbox: Outbox
  readonly events: AccountEvents
  readonly captcha: Captcha
  readonly proofs: ProofOfWork
  readonly partners: Partners
  readonly connections: Connections
  readonly mailDomains: MailDomains
  readonly mailValidator: MailValidator
  readonly encodeUpload: UploadEncoder
  readonly uploads: Uploads
  readonly metrics: Metrics
  readonly drain: Drain
  /** Null without a built portal. */
  readonly renderer: PageRenderer | null
  readonly renderPage: RenderPage
  readonly log: FastifyBaseLogger
}

/** The materials of the services; a test brings its own. */
export interface Materials {
  readonly settings: Settings
  readonly deployments: LiveDeployments
  readonly database: Database
  readonly clock: Clock
  readonly key: ServerKey
  readonly mailer: Mailer | null
  readonly log: FastifyBaseLogger
  /** Makes the keys by which deployments sign; generates them by default. */
  readonly makeKey?: KeyMaker
  /** The number of dropped log lines so far. */
  readonly linesDropped?: () => number
  /** Whether this process looks for scheduled jobs that are due. */
  readonly schedules?: boolean
  /** Whether this process may change the tables of the job queue. */
  readonly migrates?: boolean
}

/**
 * Makes the real materials from the settings, and migrates the database to this version; without
 * `migrates` it refuses an older one. `${…}` in deployment files comes from the environment. With
 * `schedules`, periodic jobs run too.
 */
export async function openServices(
  settings: Settings,
  environment: Environment,
  { schedules = false, migrates = true } = {},
): Promise<Services> {
  const { DEPLOYMENTS_DIR, WORDS_DIR } = settings
  const deployments = liveDeployments(
    await readDeployments(DEPLOYMENTS_DIR, environment, WORDS_DIR),
  )
  const key = await readServerKey(settings)
  const { logger: log, dropped: linesDropped } = openLog(settings.LOG_LEVEL)
  const database = await openDatabase(settings)
  try {
    if (migrates) {
      await database.migrate({
        onBlocked: (blocked) => logEvent(log, 'migration.blocked', { ...blocked }),
      })
    } else await database.refuseOlder()
    await syncCatalogues(database, deployments)
    const mailer = createMailer(settings)
    return await assemble({
      settings,
      deployments,
      database,
      clock,
      key,
      mailer,
      log,
      linesDropped,
      schedules,
      migrates,
    })
  } catch (error) {
    await database.close()
    throw error
  }
}

/** Puts the services together. */
export async function assemble(materials: Materials): Promise<Services> {
  const { settings, deployments, database, clock, key, mailer, log } = materials
  const { linesDropped = () => 0, makeKey = generateSigningKey, schedules, migrates } = materials
  const passwords = createPasswordHasher(settings, clock)
  const domainOf = (name: string) =>
    new URL(deployments.byName(name)?.origin ?? 'http://localhost').hostname
  const scheduler = new Scheduler()
  const jobs = await Jobs.open(database, log, { schedules, migrates, scheduler })
  const renderer = await loadPageRenderer(settings.PORTAL_DIST)
  const renderPage = createServerPages(renderer)
  const secrets = new PlayerSecrets(key)
  const bearerSeconds = settings.BEARER_SECONDS
  const sessions = new Sessions(database, clock, { key, secrets, bearerSeconds })
  const metrics = createMetrics({
    hashesRunning: passwords.running,
    hashesWaiting: passwords.waiting,
    linesDropped,
    connections: database.connections,
    jobs: () => jobs.states(),
    pollAges: () => jobs.pollAges(),
    onTransactionRetry,
  })
  const clients = createClientStore({ database, clock, key, deployments, log })
  await clients.refresh()
  const rateLimiter = createRateLimiter(database, clock, settings)
  const storage = createUploadStorage(settings, clock)
  const outcomes = createMailOutcomes(database, clock, metrics, secrets)
  const proofs = createProofOfWork({ database, clock, key, tries: settings.PROOF_OF_WORK_TRIES })
  return {
    settings,
    deployments,
    clients,
    database,
    clock,
    key,
    makeKey,
    passwords,
    log,
    renderer,
    renderPage,
    secrets,
    sessions,
    oidc: await createOidc({
      deployments,
      database,
      clock,
      key,
      makeKey,
      sessions,
      rateLimiter,
      jobs,
      renderPage,
      log,
    }),
    rateLimiter,
    credentialStuffing: new CredentialStuffingDetector(clock, log, settings.LIMITS),
    scheduler,
    jobs,
    outbox: await openOutbox({ jobs, mailer, key: key.mail, log, domainOf, outcomes }),
    events: await openAccountEvents({
      deployments,
      database,
      clock,
      jobs,
      log,
      metrics,
      signingKeyOf: (name) => signingKeyOf({ database, clock, key, makeKey }, name),
    }),
    partners: createPartners(clock),
    captcha: createCaptcha({ settings, proofs, log }),
    proofs,
    connections: createConnections({ settings, database, clock, key }),
    mailDomains: createMailDomains(settings),
    mailValidator: createMailValidator(settings, log),
    encodeUpload: createUploadEncoder(),
    uploads: await openUploads({ database, jobs, storage, log }),
    metrics,
    drain: new Drain(),
  }
}

/** Closes everything, the tasks and jobs first. */
export async function closeServices(services: Services): Promise<void> {
  const { scheduler, jobs, metrics, database } = services
  metrics.close()
  await scheduler.stop()
  await jobs.stop()
  await database.close()
}
