import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A proxy that sends each request to the next of its servers, whoever it comes from. */
export interface TakingTurns {
  readonly port: number
  /** Where the requests go; empty until servers are there. */
  readonly servers: number[]
  /** How many requests each server got, by its port. */
  readonly counts: ReadonlyMap<number, number>
  readonly close: () => Promise<void>
}

/** Begins to listen, with no server behind it yet. */
export async function takingTurns(): Promise<TakingTurns> {
  const servers: number[] = []
  const counts = new Map<number, number>()
  let turn = 0
  const proxy = createServer((incoming, outgoing) => {
    const { method, url, headers } = incoming
    const port = servers[turn % servers.length] ?? 0
    turn += 1
    counts.set(port, (counts.get(port) ?? 0) + 1)
    const onward = request({ host: '127.0.0.1', port, method, path: url, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    onward.on('error', () => outgoing.writeHead(502).end())
    incoming.pipe(onward)
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  return {
    port: (proxy.address() as AddressInfo).port,
    servers,
    counts,
    async close() {
      proxy.closeAllConnections()
      proxy.close()
      await once(proxy, 'close')
    },
  }
}
