import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../../database/pool/openDatabase.ts'
import { type Executor, hasRow } from '../../database/schema/executor.ts'
import type { Jobs } from '../../database/jobs/jobs.ts'
import type { Player } from '../../database/accounts/players.ts'
import { logEvent } from '../../platform/observability/events.ts'
import { newSecret } from '../../platform/crypto/secrets.ts'
import { fileOf, nameIn, pathOf, sides, type UploadStorage } from './uploadStorage.ts'

/** Seconds after which an upload that its player does not show is deleted. */
const timeoutSeconds = 3600

interface Removal {
  readonly deployment: string
  readonly playerId: number
  readonly name: string
}

interface Materials {
  readonly database: Database
  readonly jobs: Jobs
  readonly storage: UploadStorage
  readonly log: FastifyBaseLogger
}

export type Uploads = Awaited<ReturnType<typeof openUploads>>

/** The uploaded pictures of players: their files, and the jobs that delete them. */
export async function openUploads({ database, jobs, storage, log }: Materials) {
  const queue = await jobs.openQueue<Removal>('avatar-removal', async (removal) => {
    const { deployment, playerId, name } = removal
    const shown = { avatar_source: 'upload', avatar_url: pathOf(name) }
    if (await hasRow(database.kysely, 'players', { deployment, id: playerId, ...shown })) return
    try {
      for (const side of sides) await storage.remove(deployment, fileOf(name, side))
    } catch (error) {
      logEvent(log, 'avatar.not_removed', { err: error, deployment })
      throw error
    }
  })
  return {
    /**
     * Keeps the squares of an upload and returns its path. They are deleted in an hour unless the
     * player's picture is this path by then. Throws when the storage takes no file.
     */
    async keep(
      deployment: string,
      playerId: number,
      squares: readonly [Uint8Array, Uint8Array],
    ): Promise<string> {
      const name = newSecret()
      // Before the files: a server that dies in between leaves none behind.
      await queue.post(database.kysely, { deployment, playerId, name }, timeoutSeconds)
      for (const [index, side] of sides.entries()) {
        await storage.write(deployment, fileOf(name, side), squares[index] ?? squares[0])
      }
      return pathOf(name)
    },
    /** Deletes the files of a player's upload, if the picture is one, once the transaction commits. */
    async discard(
      transaction: Executor,
      {
        deployment,
        id,
        avatar_source: source,
        avatar_url: url,
      }: Pick<Player, 'deployment' | 'id' | 'avatar_source' | 'avatar_url'>,
    ): Promise<void> {
      const name = source === 'upload' ? nameIn(url) : null
      if (name === null) return
      await queue.post(transaction, { deployment, playerId: id, name })
    },
    /** A file of an upload; null when there is none. */
    read: storage.read,
    /** Starts to delete waiting uploads. */
    start: queue.start,
  }
}
