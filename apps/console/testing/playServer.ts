import { onTestFinished, vi } from 'vitest'
import { Answering } from '../../../tests/e2e/fixtures/answered-console/answering.ts'

/** A server whose answers `fetch` brings. A reply that throws is a network that is down. */
export function playServer(): Answering {
  onTestFinished(() => void vi.unstubAllGlobals())
  const server = new Answering()
  vi.stubGlobal('fetch', async (path: string, { headers, body }: RequestInit) => {
    const given = new Headers(headers)
    const { status = 200, body: answer } = await server.reply({
      path,
      person: given.get('x-gatehouse-person') ?? undefined,
      key: given.get('idempotency-key') ?? undefined,
      isWatching: given.has('x-gatehouse-watching'),
      body: typeof body === 'string' ? JSON.parse(body) : null,
    })
    return Response.json(answer, { status })
  })
  return server
}
