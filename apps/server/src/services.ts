import type { FastifyBaseLogger } from 'fastify'
import { loadAct } from './staff/acts/performers.ts'
import { createMailDomains } from './accounts/email/mailDomains.ts'
import { createMailValidator } from './accounts/email/mailValidator.ts'
import { openMailings } from './accounts/preferences/mailings.ts'
import { createCardDrawer } from './accounts/card/drawCard.ts'
import { createUploadEncoder } from './accounts/uploads/encodeUpload.ts'
import { createUploadStorage } from './accounts/uploads/uploadStorage.ts'
import { openUploads } from './accounts/uploads/uploads.ts'
import { createCaptcha } from './auth/captcha/captcha.ts'
import { createProofOfWork } from './auth/captcha/proofOfWork.ts'
import { createBreachedPasswords } from './auth/password/breachedPasswords.ts'
import { createPasswordHasher, type PasswordHasher } from './auth/password/passwordHasher.ts'
import { CredentialStuffingDetector } from './auth/rate-limits/credentialStuffing.ts'
import { createRateLimiter } from './auth/rate-limits/rateLimiter.ts'
import { Sessions } from './auth/session/sessions.ts'
import { Jobs } from './database/jobs/jobs.ts'
import { countMails } from './database/operations/mailStatements.ts'
import { type Database, openDatabase } from './database/pool/openDatabase.ts'
import { writeRefusals } from './database/pool/readiness.ts'
import { onTransactionRetry } from './database/transactions/repeatOnConflict.ts'
import { createPartners } from './federation/partner-protocol/partnerProvider.ts'
import { createConnections } from './federation/providers/connections.ts'
import { createGameProofs } from './federation/sign-in/gameProofs.ts'
import { Drain } from './http/drain.ts'
import { createMailer, type Mailer } from './mail/mailer.ts'
import { createMailOutcomes } from './mail/deliver.ts'
import { openOutbox } from './mail/outbox.ts'
import { createOidc } from './oidc/createOidc.ts'
import { generateSigningKey, type KeyMaker, signingKeyOf } from './oidc/keys/signingKeys.ts'
import { type Clock, clock } from './platform/clock.ts'
import type { Environment, Settings } from './platform/config/settings.ts'
import { createPlaces } from './platform/places.ts'
import { PlayerSecrets } from './platform/crypto/playerSecret.ts'
import { readServerKey, type ServerKey } from './platform/crypto/serverKey.ts'
import { logEvent } from './platform/observability/events.ts'
import { openLog } from './platform/observability/log.ts'
import { createMetrics, type Metrics } from './platform/observability/metrics.ts'
import { Scheduler } from './platform/scheduler.ts'
import { loadPageRenderer } from './pages/pageRenderer.ts'
import { createServerPages } from './pages/serverPages.ts'
import { readStaffRoles } from './staff/people/staffRoles.ts'
import { readDeployments } from './deployments/deployments.ts'
import { type LiveDeployments, liveDeployments } from './deployments/liveDeployments.ts'
import { createClientStore } from './deployments/storedClients.ts'
import { syncCatalogues } from './deployments/syncCatalogues.ts'
import { createDrawing } from './staff/versions/drawing.ts'
import { createVersionStore } from './staff/versions/versionStore.ts'
import { openAccountEvents } from './webhooks/accountEvents.ts'

/** All services; each room declares those that it takes. */
export type Services = Awaited<ReturnType<typeof assemble>>

/** The materials of the services; a test brings its own. */
export interface Materials {
  readonly settings: Settings
  readonly deployments: LiveDeployments
  readonly database: Database
  readonly clock: Clock
  readonly key: ServerKey
  readonly mailer: Mailer | null
  readonly log: FastifyBaseLogger
  readonly makeKey?: KeyMaker
  /** The values of `${…}` in deployment files; none without. */
  readonly environment?: Environment
  readonly linesDropped?: () => number
  /** True where this process looks for scheduled jobs that are due. */
  readonly schedules?: boolean
  /** True where this process may change the tables of the job queue. */
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
    const own = { linesDropped, schedules, migrates }
    const materials = { settings, environment, deployments, database, clock, key, mailer, log }
    return await assemble({ ...materials, ...own })
  } catch (error) {
    await database.close()
    throw error
  }
}

/** The parts of a process that go on by themselves until they are stopped. */
interface Running {
  readonly scheduler: Scheduler
  readonly jobs: Jobs
  readonly metrics: Metrics
}

/** Puts the services together; stops what it has begun where they do not come together. */
export async function assemble(materials: Materials) {
  const { settings, database, clock, log, schedules, migrates } = materials
  const { linesDropped = () => 0 } = materials
  const passwords = createPasswordHasher(settings, clock)
  const scheduler = new Scheduler()
  const jobs = await Jobs.open(database, log, { schedules, migrates, scheduler })
  const metrics = createMetrics({
    hashesRunning: passwords.running,
    hashesWaiting: passwords.waiting,
    linesDropped,
    connections: database.connections,
    writeRefusals: () =>
      writeRefusals.map((each) => [each, Number(database.readiness.refusal === each)]),
    lostWorkers: () => database.readiness.lostWorkers.map((worker) => [worker, 1] as const),
    jobs: () => jobs.states(),
    mailsGivenUp: async () => (await countMails(database.kysely)).givenUp,
    pollAges: () => jobs.pollAges(),
    onTransactionRetry,
  })
  const running = { scheduler, jobs, metrics }
  try {
    return await complete(materials, running, passwords)
  } catch (error) {
    // The first error is the one that says why.
    await stopWork(running).catch(() => undefined)
    throw error
  }
}

async function complete(materials: Materials, running: Running, passwords: PasswordHasher) {
  const { settings, deployments, database, clock, key, mailer, log } = materials
  const { makeKey = generateSigningKey, environment = {} } = materials
  const { jobs, metrics } = running
  const { BEARER_SECONDS: accessTokenSeconds, PROOF_OF_WORK_TRIES: tries } = settings
  const renderer = await loadPageRenderer(settings.PORTAL_DIST)
  const secrets = new PlayerSecrets(key)
  const given = { settings, deployments, database, clock, key, makeKey, environment, mailer, log }
  const shared = {
    ...given,
    ...running,
    passwords,
    /** Null without a built portal. */
    renderer,
    renderPage: createServerPages(renderer),
    drawing: createDrawing(settings),
    secrets,
    sessions: new Sessions(database, clock, { key, secrets, accessTokenSeconds }),
    rateLimiter: createRateLimiter(database, clock, settings),
  }
  const clients = createClientStore(shared)
  await clients.refresh()
  const versions = createVersionStore(shared)
  await versions.refresh()
  const connections = createConnections(shared)
  const events = await openAccountEvents({
    ...shared,
    signingKeyOf: (name) => signingKeyOf(shared, name),
  })
  const gameProof = createGameProofs(connections, log)
  const storage = createUploadStorage(settings, clock)
  const outcomes = createMailOutcomes(database, clock, metrics, secrets)
  const limits = {
    connections: settings.MAIL_CONNECTIONS,
    perSecond: settings.MAILS_PER_SECOND ?? null,
  }
  const outbox = openOutbox({ ...shared, key: key.mail, outcomes, limits })
  const proofOfWork = createProofOfWork({ database, clock, key, tries })
  return {
    ...shared,
    clients,
    versions,
    proofOfWork,
    oidc: await createOidc({ ...shared, events, gameProof, outbox }),
    credentialStuffing: new CredentialStuffingDetector(clock, log, settings.LIMITS),
    outbox,
    mailings: await openMailings({ ...shared, outbox }),
    events,
    partners: createPartners(clock),
    breachedPasswords: createBreachedPasswords(settings, {
      log,
      onUnreachable: metrics.countBreachedUnreachable,
    }),
    captcha: createCaptcha({ settings, proofOfWork, log }),
    places: createPlaces(settings),
    connections,
    mailDomains: createMailDomains(settings),
    mailValidator: createMailValidator(settings, log),
    encodeUpload: createUploadEncoder(),
    drawCard: createCardDrawer(settings.PORTAL_DIST),
    uploads: await openUploads({ database, jobs, storage, log }),
    staffRoles: await readStaffRoles(settings, log),
    loadAct,
    drain: new Drain(),
  }
}

/** Closes everything, the tasks and jobs first, and the database whatever becomes of them. */
export async function closeServices(services: Services): Promise<void> {
  try {
    await services.outbox.stop()
    services.mailer?.close()
    await stopWork(services)
  } finally {
    await services.database.close()
  }
}

async function stopWork({ scheduler, jobs, metrics }: Running): Promise<void> {
  metrics.close()
  try {
    await scheduler.stop()
  } finally {
    await jobs.stop()
  }
}
