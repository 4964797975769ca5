import { Worker } from 'node:worker_threads'
import type { Deployment } from '../../deployments/deployments.ts'
import type { Page } from './planPage.ts'

/** The titles of screens and names of mails that become others. */
export interface Drawn {
  readonly screens: readonly string[]
  readonly mails: readonly string[]
}

/** The two states of a deployment whose differences are drawn, or a page that shows them. */
export type ToDraw =
  | { readonly now: Deployment; readonly next: Deployment }
  | { readonly page: Page }

export interface Asked {
  readonly id: number
  readonly toDraw: ToDraw
}

export type Answered = { readonly id: number } & (
  | { readonly drawn: Drawn | string }
  | { readonly error: unknown }
)

export type Drawing = ReturnType<typeof createDrawing>

interface Waiting {
  readonly resolve: (drawn: Drawn | string) => void
  readonly reject: (error: unknown) => void
}

/**
 * Draws every screen and mail of a deployment before and after a change, in a thread of its own: log-ins
 * go on meanwhile. The thread begins with the first plan, and holds no process up.
 */
export function createDrawing({ PORTAL_DIST: portal }: { readonly PORTAL_DIST: string }) {
  const waiting = new Map<number, Waiting>()
  let count = 0
  let thread: Worker | null = null

  function end(error: unknown): void {
    thread = null
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }

  function begin(): Worker {
    const worker = new Worker(new URL('drawingThread.ts', import.meta.url), { workerData: portal })
    worker.on('message', (answered: Answered) => {
      const asked = waiting.get(answered.id)
      waiting.delete(answered.id)
      if (waiting.size === 0) worker.unref()
      if ('drawn' in answered) asked?.resolve(answered.drawn)
      else asked?.reject(answered.error)
    })
    worker.on('error', end)
    worker.on('exit', () => end(new Error('The thread that draws has ended.')))
    return worker
  }

  function draw(toDraw: ToDraw): Promise<Drawn | string> {
    const id = (count += 1)
    thread ??= begin()
    thread.ref()
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread is no window
    thread.postMessage({ id, toDraw } satisfies Asked)
    return new Promise((resolve, reject) => void waiting.set(id, { resolve, reject }))
  }

  return {
    changes: (now: Deployment, next: Deployment) => draw({ now, next }) as Promise<Drawn>,
    page: (page: Page) => draw({ page }) as Promise<string>,
  }
}
