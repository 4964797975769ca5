import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { build, type Rolldown } from 'vite'

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
}

/**
 * Builds the application of a folder and serves it from memory, for browser tests that answer its
 * calls themselves. Playwright reads the port from its only line.
 */
export async function serveForTests(
  root: string,
  configFile: string,
  headers: Readonly<Record<string, string>>,
): Promise<void> {
  const built = await build({
    root,
    configFile: join(root, configFile),
    logLevel: 'error',
    build: { write: false },
  })
  const files = new Map(
    (built as Rolldown.RolldownOutput).output.map((file) => [
      `/${file.fileName}`,
      Buffer.from(file.type === 'chunk' ? file.code : file.source),
    ]),
  )
  const page = files.get('/index.html')
  if (page === undefined) throw new Error('The build has no page.')

  const server = createServer(({ url = '/', headers: asked }, answer) => {
    const { pathname } = new URL(url, 'http://localhost')
    const file = files.get(pathname)
    // Every path is the application's, as with its server.
    const isPage = file === undefined && asked.accept?.includes('text/html') === true
    if (file === undefined && !isPage) return answer.writeHead(404).end()
    const type = types[isPage ? '.html' : extname(pathname)] ?? 'application/octet-stream'
    return answer.writeHead(200, { 'content-type': type, ...headers }).end(isPage ? page : file)
  })
  // Playwright holds the other end, so this ends with it even when it is killed.
  process.stdin.on('end', () => process.exit()).resume()
  server.listen(0, () => {
    process.stdout.write(`ready http://localhost:${(server.address() as AddressInfo).port}\n`)
  })
}
