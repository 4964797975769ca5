import { rm } from 'node:fs/promises'
import { request } from 'node:http'
import { join, resolve } from 'node:path'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { MailingError, mailingOrder, postMailing } from './mailing.ts'
import type { Services } from './services.ts'
import type { Settings } from './settings.ts'

/*
 * The embedded database belongs to one process. A command that finds it in use hands its order to
 * that process, over a socket in the folder of the database: whoever may read the folder may order.
 */

const path = '/mailings'

function socketOf({ DATA_DIR }: Settings): string {
  return join(resolve(DATA_DIR), 'commands.sock')
}

export interface CommandAnswer {
  readonly isDone: boolean
  readonly message: string
}

/** Listens for commands; null on PostgreSQL, where a command opens the database itself. */
export async function openCommandSocket(services: Services): Promise<FastifyInstance | null> {
  const { settings, log } = services
  if (settings.DATABASE_URL !== undefined) return null
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
  })
  app.post(path, async (command, reply): Promise<CommandAnswer> => {
    const order = mailingOrder.safeParse(command.body)
    if (!order.success) return reply.code(400).send({ isDone: false, message: 'No mailing.' })
    return answerTo(services, order.data)
  })
  // The lock of the database is ours: a socket that is still there is a dead server's.
  await rm(socketOf(settings), { force: true })
  try {
    await app.listen({ path: socketOf(settings) })
  } catch (error) {
    log.warn({ err: error }, 'DATA_DIR: no socket for commands; stop the server to run one')
  }
  return app
}

/** Sends a mailing and tells how it went. */
export async function answerTo(
  services: Services,
  order: Parameters<typeof postMailing>[1],
): Promise<CommandAnswer> {
  try {
    const count = await postMailing(services, order)
    return { isDone: true, message: `Mails in the outbox: ${count}.` }
  } catch (error) {
    if (error instanceof MailingError) return { isDone: false, message: error.message }
    throw error
  }
}

/** Hands an order to the server that has the embedded database open; null when none has. */
export function handOver(settings: Settings, order: object): Promise<CommandAnswer | null> {
  if (settings.DATABASE_URL !== undefined) return Promise.resolve(null)
  return new Promise((tell, fail) => {
    const command = request(
      {
        socketPath: socketOf(settings),
        path,
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
    command.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ECONNREFUSED') tell(null)
      else fail(error)
    })
    command.end(JSON.stringify(order))
  })
}
