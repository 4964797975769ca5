import { createHash } from 'node:crypto'
import { parentPort } from 'node:worker_threads'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import scalar from '@scalar/fastify-api-reference'
import Fastify from 'fastify'
import type { ViewerScript } from './viewerScript.ts'

// The package offers its script by a route only.
const app = Fastify()
await app.register(scalar, { routePrefix: '/', configuration: { url: '/' } })
const { rawPayload } = await app.inject('/js/scalar.js')
const params = {
  [constants.BROTLI_PARAM_QUALITY]: 9,
  [constants.BROTLI_PARAM_SIZE_HINT]: rawPayload.length,
}
const script: ViewerScript = {
  hash: createHash('sha256').update(rawPayload).digest('hex').slice(0, 16),
  br: brotliCompressSync(rawPayload, { params }),
  gzip: gzipSync(rawPayload, { level: 9 }),
}
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
parentPort?.postMessage(script)
