import { allowedRedirect, isPortalPath } from '@gatehouse/contract/redirect'
import type { Deployment } from './deployments.ts'

/** Returns whether a URL is a path of the portal, or on an allowed host. */
export function isAllowedReturnUrl(
  { origin, allowedRedirectDomains }: Pick<Deployment, 'origin' | 'allowedRedirectDomains'>,
  url: string,
): boolean {
  const ownHost = new URL(origin).hostname
  return isPortalPath(url) || allowedRedirect(url, allowedRedirectDomains, [ownHost]) !== null
}
