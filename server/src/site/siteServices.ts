import type { FastifyBaseLogger } from 'fastify'
import type { PageRenderer } from '@gatehouse/contract/serverPages'
import type { RenderPage } from '../http/renderPage.ts'
import type { Settings } from '../platform/config/settings.ts'
import type { LiveDeployments } from '../tenants/liveDeployments.ts'

/** What the portal's pages take. */
export interface SiteServices {
  readonly deployments: LiveDeployments
  readonly log: FastifyBaseLogger
  /** Null without a built portal. */
  readonly renderer: PageRenderer | null
  readonly renderPage: RenderPage
  readonly settings: Settings
}
