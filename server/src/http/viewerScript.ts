import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/** The script of the documentation page, compressed; named by its content. */
export interface ViewerScript {
  readonly hash: string
  readonly br: Uint8Array
  readonly gzip: Uint8Array
}

/**
 * Prepares the script in a thread of its own: it has over four megabytes, and neither they nor their
 * compression have a place in the thread that serves players.
 */
export async function prepareViewerScript(): Promise<ViewerScript> {
  const worker = new Worker(new URL('viewerWorker.ts', import.meta.url))
  try {
    // An error of the thread rejects.
    const [script] = (await once(worker, 'message')) as [ViewerScript]
    return script
  } finally {
    await worker.terminate()
  }
}
