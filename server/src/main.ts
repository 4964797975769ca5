import { logEvent } from './platform/observability/events.ts'
import { availableParallelism } from 'node:os'
import { setGlobalDispatcher } from 'undici'
import { createApp } from './app.ts'
import { openCommandSocket } from './operators/commandSocket.ts'
import { DatabaseRefusedError } from './database/connection/databaseRefusedError.ts'
import { createOperatorApp } from './http/operatorApp.ts'
import { checkErasureLog, keepErasureLog } from './maintenance/erasureLog.ts'
import { resyncConnections } from './federation/connections/resyncConnections.ts'
import { createReload, watchDeployments } from './tenants/reloadDeployments.ts'
import { scheduleMaintenance } from './maintenance/runMaintenance.ts'
import { watchWorkers } from './maintenance/watchWorkers.ts'
import { createPublicAgent } from './platform/http-client/egressGuard.ts'
import { listen } from './http/listen.ts'
import { seed } from './tenants/seed.ts'
import { closeServices, openServices } from './services.ts'
import { readSettings, SettingsError } from './platform/config/settings.ts'
import { startTracing } from './platform/observability/tracing.ts'
import { warnAboutOrphanedPlayers } from './tenants/warnAboutOrphanedPlayers.ts'

/** Milliseconds that running requests get to finish once the process has to stop. */
const patience = 10_000

async function start(): Promise<void> {
  // Read when the first thread is needed. Hashes use the threads: no more of them than cores.
  process.env['UV_THREADPOOL_SIZE'] ??= String(Math.max(2, availableParallelism()))
  const settings = readSettings(process.env)
  if (settings.NODE_ENV === 'production') {
    setGlobalDispatcher(createPublicAgent(settings.OUTBOUND_NEAR_HOSTS))
  }
  const stopTracing = await startTracing(settings)
  const services = await openServices(settings, process.env, { schedules: true })
  if (settings.SEED) await seed(services)
  await checkErasureLog(services)
  await warnAboutOrphanedPlayers(services)
  // A promise without a listener is an error of its own request: it ends no other request.
  process.on('unhandledRejection', (error) =>
    logEvent(services.log, 'process.unhandled_rejection', { err: error }),
  )
  const app = await createApp(services)
  const operators = await createOperatorApp(services)
  const commands = await openCommandSocket(services)

  const stopMaintenance = await scheduleMaintenance(services, (signal) =>
    resyncConnections(services, { signal }),
  )
  const stopErasureLog = keepErasureLog(services)
  const stopWatching = watchWorkers(services)
  const reload = createReload(services, services.deployments, process.env)
  const stopReloading = watchDeployments(services, reload)

  let isStopping = false
  const stop = async () => {
    if (isStopping) return
    isStopping = true
    setTimeout(() => process.exit(1), patience).unref()
    stopMaintenance()
    stopErasureLog()
    stopWatching()
    stopReloading()
    services.oidc.backchannelLogout.stop()
    services.events.stop()
    await operators?.close()
    await commands?.close()
    await app.close()
    await closeServices(services)
    await stopTracing()
    process.exit(0)
  }
  process.on('SIGTERM', () => void stop())
  process.on('SIGINT', () => void stop())

  await services.outbox.start()
  await services.uploads.start()
  await services.oidc.backchannelLogout.start()
  await services.events.start()
  await listen(app, { port: settings.PORT, host: settings.HOST }, 'PORT, HOST')
}

try {
  await start()
} catch (error) {
  const isExplained = error instanceof SettingsError || error instanceof DatabaseRefusedError
  console.error(isExplained ? `Gatehouse cannot start.\n${error.message}` : error)
  process.exit(1)
}
