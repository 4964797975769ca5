import type { FastifyRequest } from 'fastify'
import type { Deployment } from '../tenants/deployments.ts'

/**
 * Returns whether a browser marks the request as not from a script of the deployment's own portal:
 * from an image, a frame, a link, a prefetch, or a page of another site. Other programs send no
 * marks.
 */
export function isCrossSiteRequest(
  { headers }: Pick<FastifyRequest, 'headers'>,
  { origin }: Pick<Deployment, 'origin'>,
): boolean {
  const { 'sec-fetch-mode': mode, 'sec-fetch-site': site } = headers
  if (mode !== undefined && mode !== 'cors' && mode !== 'same-origin') return true
  // The portal of an account API on another site asks it from there.
  const isNear = site === undefined || site === 'same-origin' || site === 'same-site'
  return !isNear && !(site === 'cross-site' && headers.origin === origin)
}
