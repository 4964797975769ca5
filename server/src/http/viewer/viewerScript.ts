import { once } from 'node:events'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'

/** The script of the documentation page, compressed; named by its content. */
export interface ViewerScript {
  readonly hash: string
  readonly br: Uint8Array
  readonly gzip: Uint8Array
}

/** Where `npm run build` keeps it. */
export const builtViewer = new URL('../../../dist/viewer/', import.meta.url)

/**
 * The script of the package where it is installed, so that it is never an older one, else the built
 * one. Null where neither is there.
 */
export function prepareViewerScript(): Promise<ViewerScript | null> {
  return isPackageHere() ? makeViewerScript() : readViewerScript(builtViewer)
}

/**
 * Prepares the script in a thread of its own: it has over four megabytes, and neither they nor their
 * compression have a place in the thread that serves players.
 */
export async function makeViewerScript(): Promise<ViewerScript> {
  const worker = new Worker(new URL('viewerWorker.ts', import.meta.url))
  try {
    // An error of the thread rejects.
    const [script] = (await once(worker, 'message')) as [ViewerScript]
    return script
  } finally {
    await worker.terminate()
  }
}

/** Replaces the script that a folder, whose address ends in a slash, keeps. */
export async function writeViewerScript(folder: URL, script: ViewerScript): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  await writeFile(new URL('viewer.js.br', folder), script.br)
  await writeFile(new URL('viewer.js.gz', folder), script.gzip)
  // The last one, so that a build that was interrupted counts as none.
  await writeFile(new URL('hash', folder), script.hash)
}

/** The script that a folder keeps; null where it keeps none. */
export async function readViewerScript(folder: URL): Promise<ViewerScript | null> {
  const hash = await readFile(new URL('hash', folder), 'utf8').catch(() => null)
  if (hash === null) return null
  return {
    hash,
    br: await readFile(new URL('viewer.js.br', folder)),
    gzip: await readFile(new URL('viewer.js.gz', folder)),
  }
}

function isPackageHere(): boolean {
  try {
    createRequire(import.meta.url).resolve('@scalar/fastify-api-reference')
    return true
  } catch {
    return false
  }
}
