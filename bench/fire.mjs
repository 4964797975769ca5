import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/**
 * Fires requests at a server for some seconds, as fast as it answers or at `rate` a second. Answers
 * good answers a second, the latency in milliseconds, and what failed; throws when `mayFail` is not
 * set and anything did.
 */
export async function fire({ url, connections, seconds, requests, rate = null, mayFail = false }) {
  const cannon = fork(join(import.meta.dirname, 'cannon.mjs'))
  const exited = once(cannon, 'exit')
  cannon.send({ url, connections, seconds, rate, requests })
  const [shot] = await Promise.race([
    once(cannon, 'message'),
    exited.then(([code]) => Promise.reject(new Error(`The load ended: ${code}.`))),
  ])
  await exited
  if (shot.failed > 0 && !mayFail) {
    throw new Error(`${url}: ${shot.failed} failed: ${JSON.stringify(shot.statuses)}`)
  }
  return shot
}
