import { rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { Agent, request } from 'undici'
import * as z from 'zod'
import type { Settings } from '../platform/config/settings.ts'
import {
  answerTo,
  type Author,
  type Command,
  type CommandAnswer,
  type OperatorServices,
} from './command/command.ts'
import { logEvent } from '../platform/observability/events.ts'
import { everyCommand } from './everyCommand.ts'

/*
 * The embedded database belongs to one process. A command that finds it in use passes its order to
 * that process, over a socket in the folder of the database. File permissions of the folder decide
 * the access.
 */

const handedOver = z.strictObject({ order: z.unknown(), who: z.string(), why: z.string() })

/** Orders may carry the text of a mailing. */
const bodyLimit = 10_000_000

function socketOf({ DATA_DIR }: Settings): string {
  return join(resolve(DATA_DIR), 'commands.sock')
}

function pathOf({ name }: Command): string {
  return `/${name.replaceAll(' ', '/')}`
}

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
  for (const command of everyCommand) if ('carryOut' in command) take(app, services, command)
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

/** Passes an order to the server that has the embedded database open; null without one. */
export async function passOn(
  settings: Settings,
  command: Command,
  order: object,
  author: Author,
): Promise<CommandAnswer | null> {
  if (settings.DATABASE_URL !== undefined) return null
  // An import may take an hour.
  const patience = { headersTimeout: 0, bodyTimeout: 0 }
  const dispatcher = new Agent({ connect: { socketPath: socketOf(settings) }, ...patience })
  try {
    const { body } = await request(`http://localhost${pathOf(command)}`, {
      dispatcher,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...author, order }),
    })
    const answer = (await body.json()) as Partial<CommandAnswer>
    if (answer.outcome !== undefined) return answer as CommandAnswer
    // An answer of Fastify's own: the server does not have this command, or failed to run it.
    throw new Error(answer.message)
  } catch (error) {
    if (['ENOENT', 'ECONNREFUSED'].includes((error as NodeJS.ErrnoException).code ?? ''))
      return null
    throw error
  } finally {
    await dispatcher.close()
  }
}
