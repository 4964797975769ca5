import scalar from '@scalar/fastify-api-reference'
import type { FastifyInstance } from 'fastify'
import { apiPrefix } from './mount.ts'
import { openapi } from './openapi.ts'

/** The documentation of the account API: its OpenAPI document, and a page that shows it. */
export async function documentApi(app: FastifyInstance): Promise<void> {
  const document = openapi()
  app.get(`${apiPrefix}/openapi.json`, async () => document)
  await app.register(scalar, {
    routePrefix: `${apiPrefix}/docs`,
    configuration: { url: `${apiPrefix}/openapi.json`, withDefaultFonts: false },
  })
}
