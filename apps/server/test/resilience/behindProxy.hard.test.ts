import { type ChildProcess, spawn } from 'node:child_process'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text as textOf } from 'node:stream/consumers'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createApp } from '../../src/app.ts'
import { ambiguousRequests } from '../fixtures/samples/ambiguousRequests.ts'
import { overHttp } from '../fixtures/overHttp.ts'
import { freePort } from '../../../../scripts/freePort.mjs'
import { startApp, type TestApp } from '../fixtures/startApp.ts'

/*
 * HAProxy as Debian packages it, in front of a real server. It reuses few connections for all
 * visitors: if proxy and server disagree about where a request ends, a visitor gets another
 * visitor's answer.
 */

let app: TestApp
let server: FastifyInstance
let proxy: ChildProcess
let folder: string
let port: number
const seen: string[] = []
let connections = new Set<Socket>()
const recordRequest = (message: unknown) => {
  const { url, socket } = (message as { request: IncomingMessage }).request
  seen.push(url ?? '')
  connections.add(socket)
}

beforeAll(async () => {
  app = await startApp({ settings: { LIMITS: 'off' }, nodes: 1 })
  server = await createApp(app.services)
  subscribe('http.server.request.start', recordRequest)
  await server.listen({ port: 0, host: '127.0.0.1' })
  const behind = (server.server.address() as AddressInfo).port
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-proxy-'))
  port = await freePort()
  const configuration = join(folder, 'haproxy.cfg')
  await writeFile(
    configuration,
    `defaults
  mode http
  timeout connect 2s
  timeout client 4s
  timeout server 4s
  http-reuse always
  option http-keep-alive
listen portal
  bind 127.0.0.1:${port}
  server only 127.0.0.1:${behind} maxconn 1
`,
  )
  proxy = spawn('haproxy', ['-db', '-f', configuration], { stdio: 'ignore' })
  await once(proxy, 'spawn')
  await reachable()
})
afterAll(async () => {
  unsubscribe('http.server.request.start', recordRequest)
  const gone = once(proxy, 'exit')
  proxy.kill('SIGKILL')
  await gone
  await server.close()
  await app.close()
  await rm(folder, { recursive: true })
})

it.each(ambiguousRequests)(
  'the next visitor behind a proxy gets their own answer after %s (L04)',
  async (_, bytes) => {
    seen.length = 0
    const answer = await written(bytes)
    // The proxy answered each request that it saw, and the server saw no others.
    expect(seen.length).toBeLessThanOrEqual([...answer.matchAll(/HTTP\/1\.1 \d{3}/g)].length)
    connections = new Set()
    // Another visitor reuses the proxy's one connection.
    for (const path of ['/api/first', '/api/second', '/api/third']) {
      const next = await overHttp(port).inject({ url: path, headers: { host: 'localhost:4000' } })
      expect([next.statusCode, next.body, seen.at(-1)]).toEqual([404, '{}', path])
    }
    expect(connections.size).toBe(1)
  },
)

async function written(bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.end(bytes, 'latin1')
  return textOf(socket)
}

async function reachable(): Promise<void> {
  for (;;) {
    if (proxy.exitCode !== null) throw new Error('HAProxy does not start.')
    const socket = connect(port, '127.0.0.1')
    const isOpen = await Promise.race([
      once(socket, 'connect').then(() => true),
      once(socket, 'error').then(() => false),
    ]).catch(() => false)
    socket.destroy()
    if (isOpen) return
  }
}
