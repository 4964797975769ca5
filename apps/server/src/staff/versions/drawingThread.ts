import { parentPort, workerData } from 'node:worker_threads'
import { loadPageRenderer } from '../../pages/pageRenderer.ts'
import type { Answered, Asked, ToDraw } from './drawing.ts'
import { mailsThatChange, screensThatChange } from './drawnChanges.ts'
import { drawPlanPage } from './planPage.ts'

/* The thread of `drawing.ts`. */

const loading = loadPageRenderer(workerData as string)

async function draw(toDraw: ToDraw) {
  const renderer = await loading
  if ('page' in toDraw) {
    if (renderer === null) throw new Error('There is no portal that draws pictures.')
    return drawPlanPage(renderer, toDraw.page)
  }
  const { now, next } = toDraw
  const screens = await screensThatChange(renderer, now, next)
  return { screens, mails: mailsThatChange(now, next) }
}

async function answerTo({ id, toDraw }: Asked): Promise<Answered> {
  try {
    return { id, drawn: await draw(toDraw) }
  } catch (error) {
    return { id, error }
  }
}

parentPort?.on('message', (asked: Asked) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread is no window
  void answerTo(asked).then((answered) => parentPort?.postMessage(answered))
})
