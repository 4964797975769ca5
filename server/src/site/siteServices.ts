import type { FastifyBaseLogger } from 'fastify'
import type { PageRenderer } from '@gatehouse/contract/serverPages'
import type { Settings } from '../platform/config/settings.ts'
import type { LiveDeployments } from '../tenants/liveDeployments.ts'

/** The services of the portal's pages. */
export interface SiteServices {
  readonly deployments: LiveDeployments
  readonly log: FastifyBaseLogger
  /** Renders pages of the built portal; null without one. */
  readonly renderer: PageRenderer | null
  readonly settings: Settings
}
