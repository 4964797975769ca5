import type { FastifyBaseLogger } from 'fastify'
import { showsUpload } from '../../database/accounts/avatars.ts'
import type { Database } from '../../database/pool/openDatabase.ts'
import type { Executor } from '../../database/schema/executor.ts'
import type { Jobs } from '../../database/jobs/jobs.ts'
import type { Player } from '../../database/accounts/players.ts'
import { logEvent } from '../../platform/observability/events.ts'
import type { UploadStorage } from './storage.ts'
import { fileOf, nameIn, newUploadName, pathOf, sides } from './uploadName.ts'

/** Seconds after which the files of an upload are nobody's, unless a player shows them. */
const timeoutSeconds = 3600

/** The uploaded pictures of players: their files, and the jobs that delete them. */
export interface Uploads {
  /**
   * Keeps the squares of an upload and returns its path. They are deleted in an hour unless the
   * player's picture is this path by then. Throws when the storage takes no file.
   */
  readonly keep: (
    deployment: string,
    playerId: number,
    squares: readonly [Uint8Array, Uint8Array],
  ) => Promise<string>
  /** Deletes the files of a player's upload, if the picture is one, once the transaction commits. */
  readonly discard: (
    transaction: Executor,
    player: Pick<Player, 'deployment' | 'id' | 'avatar_source' | 'avatar_url'>,
  ) => Promise<void>
  /** A file of an upload; null when there is none. */
  readonly read: UploadStorage['read']
  /** Deletes what waits now; returns how many uploads that were. */
  readonly removeWaiting: () => Promise<number>
  /** Starts to delete what waits. */
  readonly start: () => Promise<void>
}

interface Removal {
  readonly deployment: string
  readonly playerId: number
  readonly name: string
}

interface UploadMaterials {
  readonly database: Database
  readonly jobs: Jobs
  readonly storage: UploadStorage
  readonly log: FastifyBaseLogger
}

export async function openUploads(materials: UploadMaterials): Promise<Uploads> {
  const { database, jobs, storage, log } = materials
  const queue = await jobs.openQueue<Removal>('avatar-removal', async (removal) => {
    const { deployment, playerId, name } = removal
    if (await showsUpload(database.kysely, deployment, playerId, pathOf(name))) return
    try {
      for (const side of sides) await storage.remove(deployment, fileOf(name, side))
    } catch (error) {
      logEvent(log, 'avatar.not_removed', { err: error, deployment })
      throw error
    }
  })
  return {
    async keep(deployment, playerId, squares) {
      const name = newUploadName()
      // Before the files: a server that dies in between leaves none behind.
      const owner = { deployment, playerId }
      await queue.post(database.kysely, owner, { deployment, playerId, name }, timeoutSeconds)
      for (const [index, side] of sides.entries()) {
        await storage.write(deployment, fileOf(name, side), squares[index] ?? squares[0])
      }
      return pathOf(name)
    },
    async discard(transaction, { deployment, id, avatar_source: source, avatar_url: url }) {
      const name = source === 'upload' ? nameIn(url) : null
      if (name === null) return
      const owner = { deployment, playerId: id }
      await queue.post(transaction, owner, { ...owner, name })
    },
    read: storage.read,
    removeWaiting: queue.runWaiting,
    start: queue.start,
  }
}
