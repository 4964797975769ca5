import type { FastifyBaseLogger } from 'fastify'
import type { PageRenderer } from '@gatehouse/contract/serverPages'
import type { Settings } from '../platform/config/settings.ts'
import type { LiveDeployments } from '../tenants/liveDeployments.ts'

/** What the portal's pages take. */
export interface SiteServices {
  readonly deployments: LiveDeployments
  readonly log: FastifyBaseLogger
  /** Renders pages out of the built portal; null without one. */
  readonly renderer: PageRenderer | null
  readonly settings: Settings
}
