import { rm } from 'node:fs/promises'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import * as z from 'zod'
import { logEvent } from '../platform/observability/events.ts'
import {
  answerTo,
  type Command,
  type CommandAnswer,
  type OperatorServices,
} from './command/command.ts'
import { loadEveryCommand } from './everyCommand.ts'
import { pathOf, socketOf } from './passOn.ts'

/*
 * The embedded database belongs to one process. A command that finds it in use passes its order to
 * that process, over a socket in the folder of the database. File permissions of the folder decide
 * the access.
 */

const handedOver = z.strictObject({ order: z.unknown(), who: z.string(), why: z.string() })

/** Orders may carry the text of a mailing. */
const bodyLimit = 10_000_000

/** Listens for commands; null on PostgreSQL, where a command opens the database itself. */
export async function openCommandSocket(
  services: OperatorServices,
): Promise<FastifyInstance | null> {
  const { settings, log } = services
  if (settings.DATABASE_URL !== undefined) return null
  const app = Fastify({
    bodyLimit,
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
  })
  for (const command of await loadEveryCommand())
    if ('carryOut' in command) take(app, services, command)
  // This process holds the lock of the database, so an existing socket is left from a dead server.
  await rm(socketOf(settings), { force: true })
  try {
    await app.listen({ path: socketOf(settings) })
  } catch (error) {
    logEvent(log, 'command_socket.unavailable', { err: error })
  }
  return app
}

function take(app: FastifyInstance, services: OperatorServices, command: Command): void {
  app.post(pathOf(command), async ({ body }, reply): Promise<CommandAnswer> => {
    const given = handedOver.safeParse(body)
    if (given.success) {
      const { order, ...author } = given.data
      return answerTo(command, order, (parsed) => command.carryOut(services, parsed, author))
    }
    const message = 'This server takes orders in another form: it is of another version.'
    return reply.code(400).send({ outcome: 'refused', message, data: null })
  })
}
