import { readFile } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { text as textOf } from 'node:stream/consumers'
import { startRefusal } from './database/errors/databaseRefusal.ts'
import { closeServices, openServices } from './services.ts'
import { readSettings } from './platform/config/readSettings.ts'
import { SettingsError } from './platform/config/settings.ts'
import {
  answerTo,
  type Author,
  type Command,
  type CommandAnswer,
  type Errand,
} from './operators/command/command.ts'
import { exitCodes, runCommandLine } from './operators/commandLine.ts'
import { passOn } from './operators/commandSocket.ts'

/* A server that has the embedded database open carries an order out; else this process opens it. */

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
  console.error(startRefusal(error) ?? error)
  process.exitCode = error instanceof SettingsError ? exitCodes.refused : errorCode
}

async function carryOut(
  command: Command | Errand,
  given: object,
  author: Author,
): Promise<CommandAnswer> {
  const environment = { LOG_LEVEL: 'error', ...process.env }
  if ('run' in command) {
    return answerTo(command, given, (order) => command.run(environment, order, author))
  }
  const settings = readSettings(environment)
  const passedOn = await passOn(settings, command, given, author)
  if (passedOn !== null) return passedOn
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
