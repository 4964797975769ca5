import { once } from 'node:events'
import { request as ask } from 'node:http'
import { createServer } from 'node:https'

/** Serves a client's site at its address; `listener` is what Node's servers take. */
export async function openSite({ site, tls }, listener) {
  const server = createServer(tls, listener).listen(Number(new URL(site).port), '127.0.0.1')
  await once(server, 'listening')
  return {
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** A listener that is the proxy with TLS in front of a site, as on the internet. */
export function passedOn(port) {
  return (incoming, outgoing) => {
    const { method, url, headers } = incoming
    const { port: own } = new URL(`https://${headers.host}`)
    const on = { ...headers, 'x-forwarded-proto': 'https', 'x-forwarded-port': own || '443' }
    const passed = ask({ host: 'localhost', port, path: url, method, headers: on }, (answer) => {
      outgoing.writeHead(answer.statusCode, answer.rawHeaders)
      answer.pipe(outgoing)
    })
    passed.on('error', () => outgoing.writeHead(502).end())
    incoming.pipe(passed)
  }
}

/** A listener of a handler that takes a Request and returns a Response. */
export function listenerOf(site, handle) {
  return async (incoming, outgoing) => {
    const chunks = []
    for await (const chunk of incoming) chunks.push(chunk)
    const { method, headers } = incoming
    const hasBody = method !== 'GET' && method !== 'HEAD'
    const body = hasBody ? { body: Buffer.concat(chunks) } : {}
    const url = new URL(incoming.url, site)
    const answer = await handle(new Request(url, { method, headers: listOf(headers), ...body }))
    outgoing.statusCode = answer.status
    for (const [name, value] of answer.headers) outgoing.appendHeader(name, value)
    outgoing.end(Buffer.from(await answer.arrayBuffer()))
  }
}

function listOf(headers) {
  return Object.entries(headers).map(([name, value]) => [name, [value].flat().join(', ')])
}
