import { readFile } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { text as textOf } from 'node:stream/consumers'
import type { ActName } from '@gatehouse/contract/acts/everyAct'
import { everyAct } from '@gatehouse/contract/acts/everyAct'
import type { Given } from './acts/orders/carryOut.ts'
import type { ActAnswer } from './acts/orders/actAnswer.ts'
import type { ActServices } from './acts/orders/actTypes.ts'
import { exitCodes, runCommandLine } from './command-line/commandLine.ts'

/*
 * The server of this machine carries out an order; without one this process opens the database. Each
 * step loads what it needs: a person waits for the answer.
 */

const errorCode = 3

try {
  const { exitCode, output, errors } = await runCommandLine(process.argv.slice(2), {
    who: ownName(),
    read: (path) => (path === '-' ? textOf(process.stdin) : readFile(path, 'utf8')),
    carryOut,
    async assist(who) {
      const { readSettings } = await import('./platform/config/readSettings.ts')
      const { serveAssistant } = await import('./command-line/serveAssistant.ts')
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

async function carryOut(name: ActName, given: Given): Promise<ActAnswer> {
  const environment = { LOG_LEVEL: 'error', ...process.env }
  const { readSettings } = await import('./platform/config/readSettings.ts')
  if (everyAct[name].kind !== 'offline') {
    const { passOn } = await import('./command-line/passOn.ts')
    const passedOn = await passOn(readSettings(environment), name, given)
    if (passedOn !== null) return passedOn
  }
  const act = await import('./acts/orders/carryOut.ts')
  const { loadAct } = await import('./acts/performers.ts')
  let close: (() => Promise<void>) | null = null
  const services = async (): Promise<ActServices> => {
    const { openServices, closeServices } = await import('./services.ts')
    const opened = await openServices(readSettings(environment), environment, { migrates: false })
    close = () => closeServices(opened)
    return opened
  }
  const answer = act.carryOut(await loadAct(name), given, { environment, services })
  return answer.finally(() => close?.())
}

/** With sudo everybody is root. In a container the account of the process may have no name. */
function ownName(): string {
  try {
    return process.env['SUDO_USER'] || userInfo().username
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`
  }
}
