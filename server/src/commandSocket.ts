import { rm } from 'node:fs/promises'
import { request } from 'node:http'
import { join, resolve } from 'node:path'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { answerTo, type Command, type CommandAnswer } from './command.ts'
import { banCommand } from './banCommand.ts'
import { replayCommand } from './events/replayCommand.ts'
import { restoredCommand } from './restoredCommand.ts'
import { mailingCommand } from './mailing.ts'
import type { Services } from './services.ts'
import type { Settings } from './settings.ts'
import { rotateKeysCommand } from './sso/rotateKeysCommand.ts'

/*
 * The embedded database belongs to one process. A command that finds it in use hands its order to
 * that process, over a socket in the folder of the database: whoever may read the folder may order.
 */

function socketOf({ DATA_DIR }: Settings): string {
  return join(resolve(DATA_DIR), 'commands.sock')
}

/** Listens for commands; null on PostgreSQL, where a command opens the database itself. */
export async function openCommandSocket(services: Services): Promise<FastifyInstance | null> {
  const { settings, log } = services
  if (settings.DATABASE_URL !== undefined) return null
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
  })
  take(app, services, mailingCommand)
  take(app, services, replayCommand)
  take(app, services, banCommand)
  take(app, services, rotateKeysCommand)
  take(app, services, restoredCommand)
  // The lock of the database is ours: a socket that is still there is a dead server's.
  await rm(socketOf(settings), { force: true })
  try {
    await app.listen({ path: socketOf(settings) })
  } catch (error) {
    log.warn({ err: error }, 'DATA_DIR: no socket for commands; stop the server to run one')
  }
  return app
}

function take<Order extends object>(
  app: FastifyInstance,
  services: Services,
  command: Command<Order>,
): void {
  app.post(`/${command.name}`, async (given, reply): Promise<CommandAnswer> => {
    const order = command.order.safeParse(given.body)
    if (order.success) return answerTo(command, services, order.data)
    return reply.code(400).send({ isDone: false, message: `No order for ${command.name}.` })
  })
}

/** Hands an order to the server that has the embedded database open; null when none has. */
export function passOn<Order extends object>(
  settings: Settings,
  { name }: Command<Order>,
  order: object,
): Promise<CommandAnswer | null> {
  if (settings.DATABASE_URL !== undefined) return Promise.resolve(null)
  return new Promise((tell, fail) => {
    const sent = request(
      {
        socketPath: socketOf(settings),
        path: `/${name}`,
        method: 'POST',
        headers: { 'content-type': 'application/json' },
      },
      (response) => {
        let body = ''
        response.setEncoding('utf8')
        response.on('data', (text: string) => (body += text))
        response.on('end', () => tell(JSON.parse(body) as CommandAnswer))
      },
    )
    sent.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ECONNREFUSED') tell(null)
      else fail(error)
    })
    sent.end(JSON.stringify(order))
  })
}
