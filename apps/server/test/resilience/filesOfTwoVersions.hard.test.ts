import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { startDeployedProxy } from '../fixtures/processes/deployedProxy.ts'

/** A server that has one file of a page. */
async function serverWith(file: string): Promise<Server> {
  const server = createServer(({ url }, answer) => {
    answer.statusCode = url === '/readyz' || url === file ? 200 : 404
    answer.end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}

const portOf = (server: Server) => (server.address() as AddressInfo).port

it.each(['haproxy', 'nginx'] as const)(
  'behind %s a page of either version gets its files while two versions serve',
  async (name) => {
    const folder = await mkdtemp(join(tmpdir(), 'gatehouse-files-'))
    const [before, after] = [await serverWith('/assets/a.js'), await serverWith('/assets/b.js')]
    const proxy = await startDeployedProxy(name, folder, [portOf(before), portOf(after)])
    const statusOf = async (file: string) =>
      (await fetch(`http://localhost:${proxy.port}/assets/${file}.js`)).status
    // A proxy that asks for readiness has asked once.
    await expect.poll(() => statusOf('a')).toBe(200)
    const statuses: (readonly [string, number])[] = []
    for (const file of ['a', 'b', 'a', 'a', 'b', 'b']) statuses.push([file, await statusOf(file)])
    expect(statuses.filter(([, status]) => status !== 200)).toEqual([])
    expect(await statusOf('c')).toBe(404)
    await proxy.close()
    for (const server of [before, after]) server.close()
    await rm(folder, { recursive: true })
  },
)
