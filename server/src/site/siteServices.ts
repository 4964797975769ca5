import type { FastifyBaseLogger } from 'fastify'
import type { PageAssets } from './pageAssets.ts'
import type { Settings } from '../platform/config/settings.ts'
import type { LiveDeployments } from '../tenants/liveDeployments.ts'

/** What the portal's pages take. */
export interface SiteServices {
  readonly deployments: LiveDeployments
  readonly log: FastifyBaseLogger
  /** How the server's own pages look; null without a built portal. */
  readonly look: PageAssets | null
  readonly settings: Settings
}
