import type { ServerPageName, ServerPageProps } from '@gatehouse/contract/serverPages'
import type { LanguageRequest } from './negotiateLanguage.ts'
import type { Deployment } from '../deployments/deployments.ts'

export interface RenderedPage {
  readonly html: string
  readonly headers: Readonly<Record<string, string>>
}

/** The request for a page, and its deployment. */
export interface PageVisit {
  readonly request: LanguageRequest
  /** Null where none is known. */
  readonly deployment: Deployment | null
  /** `ui_locales` of the OpenID request that the page belongs to. */
  readonly uiLocales?: string | undefined
}

/**
 * Renders a server page with its deployment's design, plain without a known deployment, in the
 * language of its visitor.
 */
export type RenderPage = <Name extends ServerPageName>(
  visit: PageVisit,
  name: Name,
  props: ServerPageProps[Name],
) => RenderedPage
