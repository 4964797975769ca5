import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { brotliCompress, createGunzip, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { apiPrefix } from './registerRoutes.ts'
import { openapi } from './openapi.ts'
import { prepareViewerScript } from './viewerScript.ts'

const docs = `${apiPrefix}/docs`
const documentAddress = `${apiPrefix}/openapi.json`
const forEver = 'public, max-age=31536000, immutable'

/** A text in both encodings that browsers take. */
interface Compressed {
  readonly br: Uint8Array
  readonly gzip: Uint8Array
}

interface Documentation {
  readonly page: string
  readonly document: Compressed
  /** The scripts of the page by their names, which change with their content. */
  readonly scripts: ReadonlyMap<string, Compressed>
}

/**
 * The documentation of the account API: its OpenAPI document, and a page that shows it. Both are
 * files, made at the first request and compressed once. In production they are on the address of
 * operators alone: the page runs a foreign script, which has nothing to do where sessions are.
 */
export function documentApi(app: FastifyInstance): void {
  let prepared: Promise<Documentation> | null = null
  const documentation = () =>
    (prepared ??= prepare().catch((error: unknown) => {
      prepared = null
      throw error
    }))

  app.get(documentAddress, async (request, reply) => {
    const { document } = await documentation()
    reply.header('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
    return sendCompressed(request, reply.type('application/json; charset=utf-8'), document)
  })
  for (const url of [docs, `${docs}/`]) {
    app.get(url, async (_, reply) => {
      const { page } = await documentation()
      return guard(reply).type('text/html; charset=utf-8').send(page)
    })
  }
  app.get(`${docs}/:script`, async (request, reply) => {
    const { scripts } = await documentation()
    const script = scripts.get((request.params as { script: string }).script)
    if (script === undefined) return reply.code(404).send({})
    reply.header('cache-control', forEver)
    return sendCompressed(request, guard(reply).type('text/javascript; charset=utf-8'), script)
  })
}

/** Only our scripts run, nothing is fetched from elsewhere, and nobody frames the page. */
function guard(reply: FastifyReply): FastifyReply {
  return reply.headers({
    'content-security-policy': [
      "default-src 'none'",
      "script-src 'self'",
      // The viewer makes its style elements itself.
      "style-src 'self' 'unsafe-inline'",
      "img-src 'self' data:",
      "font-src 'self' data:",
      "connect-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  })
}

function sendCompressed(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  { br, gzip: zipped }: Compressed,
): FastifyReply {
  reply.header('vary', 'accept-encoding')
  const taken = headers['accept-encoding'] ?? ''
  if (/\bbr\b/.test(taken)) return reply.header('content-encoding', 'br').send(br)
  if (/\bgzip\b/.test(taken)) return reply.header('content-encoding', 'gzip').send(zipped)
  return reply.send(Readable.from([zipped]).pipe(createGunzip()))
}

async function prepare(): Promise<Documentation> {
  const { hash, ...viewer } = await prepareViewerScript()
  const viewerName = `viewer-${hash}.js`
  const digest = createHash('sha256').update(startScript).digest('hex').slice(0, 16)
  const startName = `start-${digest}.js`
  return {
    page: pageOf([viewerName, startName]),
    document: await compressed(JSON.stringify(openapi())),
    scripts: new Map([
      [viewerName, viewer],
      [startName, await compressed(startScript)],
    ]),
  }
}

async function compressed(text: string): Promise<Compressed> {
  return { br: await promisify(brotliCompress)(text), gzip: await promisify(gzip)(text) }
}

const configuration = {
  url: documentAddress,
  withDefaultFonts: false,
  telemetry: false,
  // What its vendor offers besides sends the document to the vendor.
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
  showDeveloperTools: 'never',
  customCss: '.darklight-reference a { display: none }',
}

const startScript = `Scalar.createApiReference('#app', ${JSON.stringify(configuration)})\n`

function pageOf(scripts: readonly string[]): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Gatehouse account API</title>
</head>
<body>
<div id="app"></div>
${scripts.map((name) => `<script src="${docs}/${name}"></script>`).join('\n')}
</body>
</html>
`
}
