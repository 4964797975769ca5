import type { ServerPageName, ServerPageProps } from '@gatehouse/contract/serverPages'
import type { Deployment } from '../tenants/deployments.ts'

export interface RenderedPage {
  readonly html: string
  readonly headers: Readonly<Record<string, string>>
}

/** Renders a server page with its deployment's design; plain without a known deployment. */
export type RenderPage = <Name extends ServerPageName>(
  deployment: Deployment | null,
  name: Name,
  props: ServerPageProps[Name],
) => RenderedPage
