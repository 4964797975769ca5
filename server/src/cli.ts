import { readFile } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { text as textOf } from 'node:stream/consumers'
import type { Author, Command, CommandAnswer, Errand } from './operators/command/command.ts'
import { exitCodes, runCommandLine } from './operators/commandLine.ts'

/*
 * A server with the open embedded database executes an order; otherwise this process opens it. Each
 * step loads what it needs: a person waits for the answer.
 */

const errorCode = 3

try {
  const { exitCode, output, errors } = await runCommandLine(process.argv.slice(2), {
    who: ownName(),
    read: (path) => (path === '-' ? textOf(process.stdin) : readFile(path, 'utf8')),
    carryOut,
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

async function carryOut(
  command: Command | Errand,
  given: object,
  author: Author,
): Promise<CommandAnswer> {
  const { answerTo } = await import('./operators/command/command.ts')
  const environment = { LOG_LEVEL: 'error', ...process.env }
  if ('run' in command) {
    return answerTo(command, given, (order) => command.run(environment, order, author))
  }
  const { readSettings } = await import('./platform/config/readSettings.ts')
  const settings = readSettings(environment)
  const { passOn } = await import('./operators/passOn.ts')
  const passedOn = await passOn(settings, command, given, author)
  if (passedOn !== null) return passedOn
  const { openServices, closeServices } = await import('./services.ts')
  return answerTo(command, given, async (order) => {
    const services = await openServices(settings, environment, { migrates: false })
    return command.carryOut(services, order, author).finally(() => closeServices(services))
  })
}

/** With sudo everybody is root. In a container the account of the process may have no name. */
function ownName(): string {
  try {
    return process.env['SUDO_USER'] || userInfo().username
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`
  }
}
