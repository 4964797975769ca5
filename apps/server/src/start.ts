import { takeOverRuns } from './staff/acts/orders/takeOverRuns.ts'
import { availableParallelism } from 'node:os'
import type { FastifyInstance } from 'fastify'
import { setGlobalDispatcher } from 'undici'
import { createApp } from './app.ts'
import { openActsApp } from './staff/console/actsApp.ts'
import { openConsoleApp } from './staff/console/consoleApp.ts'
import { doDueDeletions } from './accounts/deletion/waitingDeletions.ts'
import { doDueRecoveries } from './auth/account-protection/recoverByLink.ts'
import { doDueRewinds } from './auth/account-protection/rewindByLink.ts'
import { startRefusal } from './database/errors/databaseRefusal.ts'
import { resyncConnections } from './federation/connections/resyncConnections.ts'
import { moveDueLinks } from './federation/sign-in/movableLinks.ts'
import { listen, stopListening } from './http/listen.ts'
import { createOperatorApp } from './http/operatorApp.ts'
import { watchClock } from './maintenance/clocks.ts'
import { checkAuditAnchors } from './maintenance/auditAnchors.ts'
import { checkErasureLog, keepErasureLog } from './maintenance/erasureLog.ts'
import { keepBuiltFiles } from './maintenance/keepBuiltFiles.ts'
import { sampleNode } from './maintenance/nodeSamples.ts'
import { scheduleMaintenance, watchWorkers, watchWrites } from './maintenance/runMaintenance.ts'
import { readSettings } from './platform/config/readSettings.ts'
import type { Settings } from './platform/config/settings.ts'
import { createPublicAgent } from './platform/http-client/egressGuard.ts'
import { logEvent } from './platform/observability/events.ts'
import { startTracing } from './platform/observability/tracing.ts'
import { closeServices, openServices, type Services } from './services.ts'
import { doEach } from './platform/doEach.ts'
import { createReload, digestFiles, watchDeployments } from './deployments/reloadDeployments.ts'
import { warnAboutCollation, warnAboutLostPasskeys } from './deployments/startWarnings.ts'

/** Milliseconds that running requests get to finish once the process has to stop. */
const timeoutMs = 10_000

/** A server that is open and does not serve yet. */
export interface OpenServer {
  readonly services: Services
  /** What the files of the deployments were when they were read; null where they could not be. */
  readonly files: Awaited<ReturnType<typeof digestFiles>> | null
  readonly stopTracing: () => Promise<void>
}

/** Opens the database, brings it to this version, and makes every service. */
export async function openServer(): Promise<OpenServer> {
  // Read when the first thread is needed. Hashes use the threads: no more of them than cores.
  process.env['UV_THREADPOOL_SIZE'] ??= String(Math.max(2, availableParallelism()))
  const settings = readSettings(process.env)
  if (settings.NODE_ENV === 'production') {
    setGlobalDispatcher(createPublicAgent(settings.OUTBOUND_NEAR_HOSTS))
  }
  const stopTracing = await startTracing(settings)
  // Before the files are read: a change during the migrations counts too.
  const files = await digestFiles(settings, process.env).catch(() => null)
  const services = await openServices(settings, process.env, { schedules: true })
  return { services, files, stopTracing }
}

/** Serves until the process is asked to stop. */
export async function serve({ services, files, stopTracing }: OpenServer): Promise<void> {
  const { settings } = services
  await checkErasureLog(services)
  await checkAuditAnchors(settings)
  await warnAboutLostPasskeys(services)
  await warnAboutCollation(services)
  // A promise without a listener is an error of its own request: it ends no other request.
  process.on('unhandledRejection', (error) =>
    logEvent(services.log, 'process.unhandled_rejection', { err: error }),
  )
  const app = await createApp(services)
  const acts = await openActsApp(services)

  const stopMaintenance = await scheduleMaintenance(services, {
    resync: async (signal) => {
      await moveDueLinks(services)
      await resyncConnections(services, { signal })
    },
    doDue: () => doEach([doDueRewinds, doDueRecoveries, doDueDeletions], (each) => each(services)),
  })
  const reload = createReload(services, services.deployments, process.env, files)
  let operators: FastifyInstance | null = null
  let staff: FastifyInstance | null = null
  const stop = async () => {
    if (services.drain.isBegun) return
    const seconds = drainSeconds(settings)
    if (seconds > 0) logEvent(services.log, 'process.draining', { seconds })
    await services.drain.wait(seconds)
    setTimeout(() => process.exit(1), timeoutMs).unref()
    await stopListening(app)
    stopMaintenance()
    await operators?.close()
    await acts?.close()
    await staff?.close()
    await app.close()
    await closeServices(services)
    await stopTracing()
    process.exit(0)
  }
  process.on('SIGTERM', () => void stop())
  process.on('SIGINT', () => {
    // A person who asks twice at the keyboard waits for no proxy.
    if (services.drain.isBegun) services.drain.cutShort()
    void stop()
  })

  services.outbox.start(services.scheduler)
  await services.mailings.start()
  await services.uploads.start()
  await services.oidc.backchannelLogout.start()
  await services.events.start()
  const { PORT: port, HOST: host, LISTEN_FOR: listensFor } = settings
  if (listensFor.players) await listen(app, { port, host }, 'PORT, HOST')
  // Its readiness is that of the port above.
  operators = await createOperatorApp(services)
  staff = await openConsoleApp(services)
  // A new machine has a long log to write: it serves first.
  const tasks = [
    services.oidc.backchannelLogout.relaying,
    services.clients.watching,
    services.versions.watching,
    services.events.reporting,
    watchDeployments(services, reload),
    watchWorkers(services),
    watchWrites(services),
    watchClock(services),
    keepErasureLog(services),
    sampleNode(services),
    keepBuiltFiles(services),
    takeOverRuns(services),
    ...(staff === null ? [] : [services.staffRoles.watching]),
  ]
  for (const task of tasks) services.scheduler.begin(task)
}

/** The embedded database has one server, and no proxy in front of it. */
function drainSeconds({ DRAIN_SECONDS: seconds, DATABASE_URL: url }: Settings): number {
  return seconds ?? (url === undefined ? 0 : 5)
}

/** Ends a process that cannot start: by the cause in words, or by the stack where nobody knows it. */
export function refuseStart(error: unknown): never {
  const explanation = startRefusal(error)
  console.error(explanation === null ? error : `Gatehouse cannot start.\n${explanation}`)
  process.exit(1)
}
