import type { ServerPageName, ServerPageProps } from '@gatehouse/contract/serverPages'
import type { Deployment } from '../tenants/deployments.ts'

export interface RenderedPage {
  readonly html: string
  readonly headers: Readonly<Record<string, string>>
}

/** Renders a page of the server's own as its deployment looks; plain where no deployment is known. */
export type RenderPage = <Name extends ServerPageName>(
  deployment: Deployment | null,
  name: Name,
  props: ServerPageProps[Name],
) => RenderedPage
