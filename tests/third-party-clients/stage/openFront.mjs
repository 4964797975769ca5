// The proxy with TLS in front of a production server.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer as createHttp, request as ask } from 'node:http'
import { createServer as createHttps } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Listens on two free ports: with TLS and its own certificate, for the `names` (as openssl writes
 * them), and without TLS, which redirects to the other port. `serve(port)` names the server behind
 * them.
 */
export async function openFront(names = 'DNS:localhost') {
  const { key, certificate } = newCertificate(names)
  let behind = 0
  const secure = createHttps({ key, cert: certificate }, (request, response) => {
    const { method, url, headers } = request
    const on = { ...headers, 'x-forwarded-for': '127.0.0.1', 'x-forwarded-proto': 'https' }
    const passed = ask(
      { host: '127.0.0.1', port: behind, method, path: url, headers: on },
      (answer) => {
        response.writeHead(answer.statusCode, answer.rawHeaders)
        answer.pipe(response)
      },
    )
    passed.on('error', () => response.writeHead(502).end())
    request.pipe(passed)
  })
  const plain = createHttp((request, response) => {
    response.writeHead(301, { location: `https://localhost:${portOf(secure)}${request.url}` }).end()
  })
  for (const server of [secure, plain]) {
    await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  }
  return {
    key,
    certificate,
    httpPort: portOf(plain),
    httpsPort: portOf(secure),
    serve: (port) => {
      behind = port
    },
    close: () => {
      for (const server of [secure, plain]) {
        server.close()
        server.closeAllConnections()
      }
    },
  }
}

function newCertificate(names) {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-front-'))
  const [keyFile, file] = ['key.pem', 'certificate.pem'].map((name) => join(folder, name))
  const subject = ['-subj', '/CN=localhost', '-addext', `subjectAltName=${names}`]
  // Rust takes no authority for a site.
  const site = ['-addext', 'basicConstraints=critical,CA:FALSE']
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']
  const files = ['-days', '1', '-keyout', keyFile, '-out', file]
  const made = spawnSync('openssl', ['req', '-x509', ...curve, ...files, ...subject, ...site])
  if (made.status !== 0) throw new Error(`openssl: ${String(made.stderr)}`)
  const read = { key: readFileSync(keyFile, 'utf8'), certificate: readFileSync(file, 'utf8') }
  rmSync(folder, { recursive: true, force: true })
  return read
}

function portOf(server) {
  return server.address().port
}
