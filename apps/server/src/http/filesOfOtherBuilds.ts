import { extname } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type BuiltPage, findBuiltFile, listBuiltFiles } from '../database/operations/builtFiles.ts'
import type { Database } from '../database/pool/openDatabase.ts'
import type { Clock } from '../platform/clock.ts'

/** Seconds between two looks at the names: whoever asks for names that there are not costs no more. */
const pause = 5
const year = 31_536_000

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
  '.woff2': 'font/woff2',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
}

/** Answers with a hashed file of another build than this server's; false where no build has it. */
export type SendOlder = (request: FastifyRequest, reply: FastifyReply) => Promise<boolean>

interface Services {
  readonly clock: Clock
  readonly database: Pick<Database, 'kysely'>
}

/** A page that was open over a release asks for its own files, and a page of a newer one behind the same proxy. */
export function createFilesOfOtherBuilds(
  { clock, database }: Services,
  page: BuiltPage,
): SendOlder {
  let names: Promise<ReadonlySet<string>> | undefined
  let lookedAt = -Infinity

  function known(): Promise<ReadonlySet<string>> {
    const now = clock.now().getTime() / 1000
    if (names === undefined || now - lookedAt >= pause) {
      lookedAt = now
      names = listBuiltFiles(database.kysely, page).then(
        (found) => new Set(found),
        () => new Set(),
      )
    }
    return names
  }

  return async ({ url }, reply) => {
    const name = /^\/assets\/([\w.-]+)(?:\?|$)/.exec(url)?.[1]
    const type = types[extname(name ?? '')]
    if (name === undefined || type === undefined || !(await known()).has(name)) return false
    const body = await findBuiltFile(database.kysely, { page, name })
    if (body === undefined) return false
    await reply.header('cache-control', `public, max-age=${year}, immutable`).type(type).send(body)
    return true
  }
}
