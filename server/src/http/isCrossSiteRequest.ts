import type { FastifyRequest } from 'fastify'
import type { Deployment } from '../tenants/deployments.ts'

/**
 * Whether a browser says that something else than a script of the deployment's own portal asks: an
 * image, a frame, a link, a prefetch, or a page of another site. Who is no browser says nothing.
 */
export function isCrossSiteRequest(
  { headers }: Pick<FastifyRequest, 'headers'>,
  { origin }: Pick<Deployment, 'origin'>,
): boolean {
  const { 'sec-fetch-mode': mode, 'sec-fetch-site': site } = headers
  if (mode !== undefined && mode !== 'cors' && mode !== 'same-origin') return true
  // An account API on another site is asked by its portal from there.
  const isNear = site === undefined || site === 'same-origin' || site === 'same-site'
  return !isNear && !(site === 'cross-site' && headers.origin === origin)
}
