import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/**
 * Sends requests to a server for some seconds, as fast as it answers or at `rate` a second. Returns
 * good answers a second, the latency in milliseconds, and the failures. Throws at a failure unless
 * `mayFail` is set.
 */
export async function runLoad({
  url,
  connections,
  seconds,
  requests,
  rate = null,
  mayFail = false,
}) {
  const generator = fork(join(import.meta.dirname, 'loadGenerator.mjs'))
  const exited = once(generator, 'exit')
  generator.send({ url, connections, seconds, rate, requests })
  const [result] = await Promise.race([
    once(generator, 'message'),
    exited.then(([code]) => Promise.reject(new Error(`The load ended: ${code}.`))),
  ])
  await exited
  if (result.failed > 0 && !mayFail) {
    throw new Error(`${url}: ${result.failed} failed: ${JSON.stringify(result.statuses)}`)
  }
  return result
}
