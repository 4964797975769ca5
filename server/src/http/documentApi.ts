import Fastify, { type FastifyInstance } from 'fastify'
import { apiPrefix } from './registerRoutes.ts'
import { openapi } from './openapi.ts'

/**
 * The documentation of the account API: its OpenAPI document, and a page that shows it. Both are
 * made at the first request, because the page alone takes twenty megabytes.
 */
export function documentApi(app: FastifyInstance): void {
  let document: ReturnType<typeof openapi> | null = null
  app.get(`${apiPrefix}/openapi.json`, async () => (document ??= openapi()))

  let page: Promise<FastifyInstance> | null = null
  for (const url of [`${apiPrefix}/docs`, `${apiPrefix}/docs/*`]) {
    app.get(url, async (request, reply) => {
      page ??= openPage()
      const answer = await (await page).inject(request.url)
      return reply.code(answer.statusCode).headers(answer.headers).send(answer.rawPayload)
    })
  }
}

async function openPage(): Promise<FastifyInstance> {
  const { default: scalar } = await import('@scalar/fastify-api-reference')
  const page = Fastify()
  await page.register(scalar, {
    routePrefix: `${apiPrefix}/docs`,
    configuration: {
      url: `${apiPrefix}/openapi.json`,
      pageTitle: 'Gatehouse account API',
      withDefaultFonts: false,
      telemetry: false,
      // What its vendor offers besides sends the document to the vendor.
      agent: { disabled: true },
      mcp: { disabled: true },
      hideClientButton: true,
      showDeveloperTools: 'never',
      customCss: '.darklight-reference a { display: none }',
    },
  })
  return page
}
