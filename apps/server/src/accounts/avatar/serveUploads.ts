import type { FastifyInstance } from 'fastify'
import { refuse } from '../../platform/apiError.ts'
import type { AccountServices } from '../accountServices.ts'
import { isUploadFile, uploadPath } from '../uploads/uploadStorage.ts'
import { NotFoundError } from '../../http/authenticate.ts'

const year = 31_536_000

/** Serves uploaded pictures by their names, also on other sites. A name has the same bytes for ever. */
export function serveUploads(
  app: FastifyInstance,
  { deployments, uploads }: Pick<AccountServices, 'deployments' | 'uploads'>,
): void {
  app.route<{ Params: { file: string } }>({
    method: ['GET', 'HEAD'],
    url: `${uploadPath}/:file`,
    config: { call: 'avatar' },
    handler: async ({ host, params: { file } }, reply) => {
      const deployment = deployments.byHost(host)
      if (!deployment || !isUploadFile(file)) throw new NotFoundError()
      const bytes = await uploads.read(deployment.name, file).catch((cause: unknown) => {
        throw Object.assign(refuse('ERROR_UNAVAILABLE'), { cause })
      })
      if (bytes === null) throw new NotFoundError()
      return reply
        .headers({
          'cache-control': `public, max-age=${year}, immutable`,
          'content-security-policy': "default-src 'none'; sandbox",
          'cross-origin-resource-policy': 'cross-origin',
        })
        .type('image/webp')
        .send(Buffer.from(bytes))
    },
  })
}
