import { request } from 'node:http'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import type { Answering } from './testVisitor.ts'

/** How a visitor reaches a server's process: over a connection of its own for each request. */
export function overHttp(port: number): Answering {
  return {
    inject: ({ method = 'GET', url, headers, payload }: InjectOptions) =>
      new Promise((resolve, reject) => {
        const sent = request(
          {
            port,
            host: '127.0.0.1',
            agent: false,
            path: typeof url === 'string' ? url : '/',
            method,
            headers: headers as Record<string, string>,
          },
          (response) => {
            let body = ''
            response.setEncoding('utf8')
            response.on('data', (chunk: string) => (body += chunk))
            response.on('error', reject)
            response.on('end', () => {
              const answer = {
                statusCode: response.statusCode ?? 0,
                headers: response.headers,
                cookies: (response.headers['set-cookie'] ?? []).map(readCookie),
                body,
                json: () => JSON.parse(body) as unknown,
              }
              // As much of an answer as visitors look at.
              resolve(answer as unknown as LightMyRequestResponse)
            })
          },
        )
        sent.on('error', reject)
        sent.end(typeof payload === 'string' ? payload : undefined)
      }),
  }
}

function readCookie(line: string) {
  const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
  const maxAge = /;\s*max-age=(\d+)/i.exec(line)?.[1]
  const expires = /;\s*expires=([^;]+)/i.exec(line)?.[1]
  return {
    name,
    value: decodeURIComponent(value),
    ...(maxAge === undefined ? {} : { maxAge: Number(maxAge) }),
    ...(expires === undefined ? {} : { expires: new Date(expires) }),
  }
}
