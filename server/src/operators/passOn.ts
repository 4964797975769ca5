import { request } from 'node:http'
import { join, resolve } from 'node:path'
import { json } from 'node:stream/consumers'
import type { Settings } from '../platform/config/settings.ts'
import type { Author, Command, CommandAnswer } from './command/command.ts'

/*
 * The way of an order to the server that has the embedded database open. It loads no library: the
 * server has them loaded.
 */

export function socketOf({ DATA_DIR }: Pick<Settings, 'DATA_DIR'>): string {
  return join(resolve(DATA_DIR), 'commands.sock')
}

export function pathOf({ name }: Pick<Command, 'name'>): string {
  return `/${name.replaceAll(' ', '/')}`
}

/** Passes an order to the server that has the embedded database open; null without one. */
export async function passOn(
  settings: Pick<Settings, 'DATA_DIR' | 'DATABASE_URL'>,
  command: Pick<Command, 'name'>,
  order: object,
  author: Author,
): Promise<CommandAnswer | null> {
  if (settings.DATABASE_URL !== undefined) return null
  try {
    const handedOver = JSON.stringify({ ...author, order })
    const answer = await post(socketOf(settings), pathOf(command), handedOver)
    if (answer.outcome !== undefined) return answer as CommandAnswer
    // An answer of Fastify's own: the server does not have this command, or failed to run it.
    throw new Error(answer.message)
  } catch (error) {
    if (['ENOENT', 'ECONNREFUSED'].includes((error as NodeJS.ErrnoException).code ?? ''))
      return null
    throw error
  }
}

/** Waits as long as it takes: an import may take an hour. */
function post(socketPath: string, path: string, body: string): Promise<Partial<CommandAnswer>> {
  const headers = { 'content-type': 'application/json' }
  return new Promise((answered, failed) => {
    const asked = request(
      { socketPath, path, method: 'POST', headers, agent: false },
      (response) => {
        void json(response).then((answer) => answered(answer as Partial<CommandAnswer>), failed)
      },
    )
    asked.on('error', failed).end(body)
  })
}
