import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { brotliCompress, createGunzip, gzip } from 'node:zlib'
import { type Language, languages } from '@gatehouse/contract/languages'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { apiPrefix } from './registerRoutes.ts'
import type { Deployments } from '../tenants/deployments.ts'
import { languageHeaders, negotiateLanguage, offerAt } from './negotiateLanguage.ts'
import { openapi } from './openapi.ts'
import { prepareViewerScript, type ViewerScript } from './viewer/viewerScript.ts'

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
  /** The scripts of the page by their names, which change with their content. */
  readonly scripts: ReadonlyMap<string, Compressed>
}

interface Options {
  readonly prepareViewer?: () => Promise<ViewerScript | null>
  /** The deployments whose languages are offered; all languages without them. */
  readonly deployments?: Pick<Deployments, 'byHost'>
}

/** For installations without all packages in which nobody has run the build. */
const withoutViewer = `The page of the API documentation is not part of this installation: \`npm run build\` in a checkout with all packages writes it to server/dist. The OpenAPI document is at ${documentAddress}.\n`

/**
 * The documentation of the account API: its OpenAPI document, and a page that shows it. Both are
 * files, made at the first request and compressed once. In production they are on the address of
 * operators alone: the page runs a foreign script, which has nothing to do where sessions are.
 * Without that script there is the document alone.
 */
export function documentApi(
  app: FastifyInstance,
  { prepareViewer = prepareViewerScript, deployments }: Options = {},
): void {
  const documents = new Map<Language, () => Promise<Compressed>>(
    languages.map((one) => [one, once(() => compressed(JSON.stringify(openapi(one))))]),
  )
  const documentation = once(async () => documentationWith(await prepareViewer()))

  app.get(documentAddress, async (request, reply) => {
    const offer = offerAt(deployments?.byHost(request.host) ?? null)
    const language = negotiateLanguage(request, offer)
    const text = await documents.get(language)?.()
    if (text === undefined) return reply.code(404).send({})
    reply.header('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
    const typed = reply.type('application/json; charset=utf-8')
    return sendCompressed(request, typed, text, languageHeaders(language, offer))
  })
  for (const url of [docs, `${docs}/`]) {
    app.get(url, async (_, reply) => {
      const made = await documentation()
      if (made === null)
        return guard(reply).code(404).type('text/plain; charset=utf-8').send(withoutViewer)
      return guard(reply).type('text/html; charset=utf-8').send(made.page)
    })
  }
  app.get(`${docs}/:script`, async (request, reply) => {
    const made = await documentation()
    const script = made?.scripts.get((request.params as { script: string }).script)
    if (script === undefined) return reply.code(404).send({})
    reply.header('cache-control', forEver)
    return sendCompressed(request, guard(reply).type('text/javascript; charset=utf-8'), script)
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
  spoken: ReturnType<typeof languageHeaders> = {},
): FastifyReply {
  const vary = ['accept-encoding', ...(spoken.vary === undefined ? [] : [spoken.vary])]
  reply.headers({ ...spoken, vary: vary.join(', ') })
  const taken = headers['accept-encoding'] ?? ''
  if (/\bbr\b/.test(taken)) return reply.header('content-encoding', 'br').send(br)
  if (/\bgzip\b/.test(taken)) return reply.header('content-encoding', 'gzip').send(zipped)
  return reply.send(Readable.from([zipped]).pipe(createGunzip()))
}

async function documentationWith(script: ViewerScript | null): Promise<Documentation | null> {
  if (script === null) return null
  const { hash, ...viewer } = script
  const viewerName = `viewer-${hash}.js`
  const digest = createHash('sha256').update(startScript).digest('hex').slice(0, 16)
  const startName = `start-${digest}.js`
  return {
    page: pageOf([viewerName, startName]),
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
