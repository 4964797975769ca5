import { readFile } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { buffer } from 'node:stream/consumers'
import type { ActName } from '@gatehouse/contract/acts/everyAct'
import { everyAct } from '@gatehouse/contract/acts/everyAct'
import type { CommandOrder } from './staff/acts/orders/carryOut.ts'
import type { ActAnswer } from './staff/acts/orders/actAnswer.ts'
import { exitCodes, runCommandLine } from './staff/command-line/commandLine.ts'
import { decodeText } from './platform/decodeText.ts'

/*
 * The server of this machine carries out an order; without one this process opens the database. Each
 * step loads what it needs: a person waits for the answer.
 */

const errorCode = 3

// An error that nobody waits for: nothing says any more what is under way.
process.on('uncaughtException', (error) => {
  console.error(error)
  process.exit(errorCode)
})
process.stdout.on('error', noteUnwritten)
process.stderr.on('error', noteUnwritten)

try {
  const { exitCode, output, errors } = await runCommandLine(process.argv.slice(2), {
    who: ownName(),
    read: (path) => (path === '-' ? buffer(process.stdin) : readFile(path)).then(decodeText),
    carryOut,
    async assist(who) {
      const { readSettings } = await import('./platform/config/readSettings.ts')
      const { serveAssistant } = await import('./staff/command-line/serveAssistant.ts')
      const { clock } = await import('./platform/clock.ts')
      const { randomBytes } = await import('./platform/crypto/random.ts')
      const own = { who, key: randomBytes(32), now: () => clock.now() }
      await serveAssistant(readSettings({ LOG_LEVEL: 'error', ...process.env }), own)
    },
  })
  process.stdout.write(output)
  process.stderr.write(errors)
  process.exitCode = exitCode
} catch (error) {
  const { startRefusal } = await import('./database/errors/databaseRefusal.ts')
  const { SettingsError } = await import('./platform/config/settings.ts')
  console.error(startRefusal(error) ?? error)
  process.exitCode = error instanceof SettingsError ? exitCodes.refused : errorCode
}

async function carryOut(name: ActName, given: CommandOrder): Promise<ActAnswer> {
  const environment = { LOG_LEVEL: 'error', ...process.env }
  const { readSettings } = await import('./platform/config/readSettings.ts')
  const isOffline = everyAct[name].kind === 'offline'
  if (!isOffline) {
    const { passOn } = await import('./staff/command-line/passOn.ts')
    const passedOn = await passOn(readSettings(environment), name, given)
    if (passedOn !== null) return passedOn
  }
  const orders = await import('./staff/acts/orders/carryOut.ts')
  const { loadAct } = await import('./staff/acts/performers.ts')
  const act = await loadAct(name)
  if (isOffline) return orders.carryOut(act, given, { environment, services: null })
  // Nothing is opened for an order that is not understood.
  const { readOrder } = await import('./staff/acts/orders/readOrder.ts')
  const origin = { entrance: 'command line', isTrial: given.isDry === true } as const
  const read = readOrder(act, given, origin)
  if ('outcome' in read) return read
  const { openServices, closeServices } = await import('./services.ts')
  const services = await openServices(readSettings(environment), environment, { migrates: false })
  try {
    return await orders.carryOut(act, given, { environment, services })
  } finally {
    await closeServices(services)
  }
}

/** A reader that is gone has read enough: the exit code is that of the order. */
function noteUnwritten(error: NodeJS.ErrnoException): void {
  if (error.code === 'EPIPE') return
  console.error(`The answer cannot be written: ${error.message}`)
  process.exitCode = errorCode
}

/** With sudo everybody is root. In a container the account of the process may have no name. */
function ownName(): string {
  try {
    return process.env['SUDO_USER'] || userInfo().username
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`
  }
}
