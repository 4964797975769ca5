import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { keptBodies } from './compress.ts'
import { openapi } from './openapi.ts'
import { readViewer } from './readViewer.ts'
import { apiPrefix } from './registerRoutes.ts'

const docs = `${apiPrefix}/docs`
const documentAddress = `${apiPrefix}/openapi.json`

/** For installations without all packages and without a build. */
const withoutViewer = `The page of the API documentation is not part of this installation: \`npm run build\` in a checkout with all packages writes it to apps/server/dist. The OpenAPI document is at ${documentAddress}.\n`

/**
 * The documentation of the account API: its OpenAPI document, and a page that shows it. Both are
 * made at the first request, and compressed once, beside the main thread. In production they are on
 * the address of operators alone: the page runs a foreign script, which has nothing to do where
 * sessions are. Without that script there is the document alone.
 */
export function documentApi(app: FastifyInstance, read = readViewer): void {
  const document = once(() => Promise.resolve(keptBodies(JSON.stringify(openapi()))))
  const viewer = once(async () => {
    const text = await read()
    if (text === null) return null
    const script = `${text}\n${startScript}`
    const hash = createHash('sha256').update(script).digest('hex').slice(0, 16)
    return { address: `${docs}/viewer-${hash}.js`, bodyFor: keptBodies(script) }
  })

  app.get(documentAddress, async (request, reply) => {
    reply.header('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
    reply.type('application/json; charset=utf-8')
    return sendKept(request, reply, await document())
  })
  for (const url of [docs, `${docs}/`]) {
    app.get(url, async (_, reply) => {
      const made = await viewer()
      setDocumentHeaders(reply)
      if (made === null)
        return reply.code(404).type('text/plain; charset=utf-8').send(withoutViewer)
      return reply.type('text/html; charset=utf-8').send(pageOf(made.address))
    })
  }
  app.get(`${docs}/:script`, async (request, reply) => {
    const made = await viewer()
    if (made?.address !== request.url) return reply.code(404).send({})
    setDocumentHeaders(reply).header('cache-control', 'public, max-age=31536000, immutable')
    return sendKept(request, reply.type('text/javascript; charset=utf-8'), made.bodyFor)
  })
}

/** Makes a thing when it is first asked for, and again only where that failed. */
function once<Made>(make: () => Promise<Made>): () => Promise<Made> {
  let made: Promise<Made> | null = null
  return () =>
    (made ??= make().catch((error: unknown) => {
      made = null
      throw error
    }))
}

/** Only our scripts run, nothing is fetched from elsewhere, and no page frames this one. */
function setDocumentHeaders(reply: FastifyReply): FastifyReply {
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

async function sendKept(
  { headers: asked }: FastifyRequest,
  reply: FastifyReply,
  bodyFor: ReturnType<typeof keptBodies>,
): Promise<FastifyReply> {
  const { headers, body } = await bodyFor(asked['accept-encoding'] ?? '')
  return reply.headers({ ...headers, vary: 'accept-encoding' }).send(body)
}

const startScript = `Scalar.createApiReference('#app', ${JSON.stringify({
  url: documentAddress,
  withDefaultFonts: false,
  telemetry: false,
  // Its vendor's other offers send the document to the vendor.
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
  showDeveloperTools: 'never',
  customCss: '.darklight-reference a { display: none }',
})})\n`

function pageOf(script: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Gatehouse account API</title>
</head>
<body>
<div id="app"></div>
<script src="${script}"></script>
</body>
</html>
`
}
