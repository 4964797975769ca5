import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createOnClientError } from '../../src/http/onClientError.ts'
import type { RenderPage } from '../../src/http/renderPage.ts'
import { proxyNames, startDeployedProxy } from '../fixtures/processes/deployedProxy.ts'

/* A proxy lets through what the server takes, and the server's page about more than that. */

const renderPage: RenderPage = ({ request: { headers } }) => ({
  html: `A page for ${headers['accept-language']}`,
  headers: { 'content-type': 'text/html' },
})

async function listening(): Promise<Server> {
  const server = createServer((asked, answer) =>
    asked.on('end', () => answer.end('Here.')).resume(),
  )
  server.on('clientError', createOnClientError(renderPage))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return server
}

const portOf = (server: Server) => (server.address() as AddressInfo).port

/** The status and the page for a browser with so many bytes of cookies. */
async function withCookies(port: number, bytes: number): Promise<readonly [number, string]> {
  const each = `other=${'x'.repeat(394)}`
  const cookie = Array.from({ length: Math.floor(bytes / 402) }, () => each).join('; ')
  const headers = { accept: 'text/html', 'accept-language': 'fr', cookie }
  const asked = request({ port, host: 'localhost', headers }).end()
  const [answer] = (await once(asked, 'response')) as [
    Parameters<typeof text>[0] & { statusCode: number },
  ]
  return [answer.statusCode, await text(answer)]
}

it.each(proxyNames)('%s lets cookies through as far as the server takes them', async (name) => {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-headers-'))
  const servers = [await listening(), await listening()]
  const [one = 0, two = 0] = servers.map(portOf)
  const proxy = await startDeployedProxy(name, folder, [one, two])
  // A proxy that asks for readiness has asked once.
  await expect.poll(async () => (await withCookies(proxy.port, 500))[0]).toBe(200)
  expect(await withCookies(proxy.port, 7_500)).toEqual([200, 'Here.'])
  expect(await withCookies(proxy.port, 15_500)).toEqual([200, 'Here.'])
  expect(await withCookies(proxy.port, 20_000)).toEqual([431, 'A page for fr'])
  await proxy.close()
  for (const server of servers) server.close()
  await rm(folder, { recursive: true })
})
