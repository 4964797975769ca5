import type { PageRenderer, RenderedHtml, ServerPageName } from '@gatehouse/contract/serverPages'
import { languageHeaders, negotiateLanguage, offerAt } from '../http/negotiateLanguage.ts'
import type { RenderedPage, RenderPage } from '../http/renderPage.ts'
import { digestOf } from '../platform/crypto/digestOf.ts'
import type { Deployment } from '../deployments/deployments.ts'
import { pageDeploymentOf } from './pageRenderer.ts'
import { renderPlainPage } from './plainPage.ts'

/** The server's own pages: rendered by the portal, or plain without a built one. */
export function createServerPages(renderer: PageRenderer | null): RenderPage {
  const errorPages = rememberPages()
  return ({ request, deployment, uiLocales }, name, props) => {
    const offer = offerAt(deployment)
    const language = negotiateLanguage(request, offer, { uiLocales })
    const render = (): RenderedPage => {
      const rendered =
        renderer === null
          ? renderPlainPage(name, props)
          : renderer.renderPage(name, props, deployment && pageDeploymentOf(deployment), language)
      return { html: rendered.html, headers: headersOf(rendered, deployment) }
    }
    const isError = name === ('error' satisfies ServerPageName)
    const { html, headers } = isError
      ? errorPages(deployment, JSON.stringify([language, props]), render)
      : render()
    // Without a portal there are no words.
    const spoken = renderer === null ? {} : languageHeaders(language, offer)
    return { html, headers: { ...headers, ...spoken } }
  }
}

/** Rendering takes a millisecond: too much for each of the refused requests of a flood. */
function rememberPages() {
  const withoutDeployment = {}
  const pages = new WeakMap<object, Map<string, RenderedPage>>()
  return (deployment: Deployment | null, key: string, render: () => RenderedPage) => {
    const owner = deployment ?? withoutDeployment
    const ofOwner = pages.get(owner) ?? new Map<string, RenderedPage>()
    pages.set(owner, ofOwner)
    const page = ofOwner.get(key) ?? render()
    ofOwner.set(key, page)
    return page
  }
}

/** A form may lead anywhere: browsers check each redirect, and the last one leads to the client. */
function headersOf(
  { styles, scripts }: RenderedHtml,
  deployment: Deployment | null,
): RenderedPage['headers'] {
  const images = ["'self'", 'data:', ...(deployment === null ? [] : imageOriginsOf(deployment))]
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': [
      "default-src 'none'",
      ['style-src', "'self'", ...styles.map(digestOf)].join(' '),
      ['script-src', ...(scripts.length === 0 ? ["'none'"] : scripts.map(digestOf))].join(' '),
      `img-src ${images.join(' ')}`,
      "font-src 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
    // `no-referrer` would send forms without an origin, and our own checks would refuse them.
    'referrer-policy': 'same-origin',
  }
}

/** The origins of the images in a deployment's theme, besides the portal itself. */
function imageOriginsOf({ theme }: Deployment): readonly string[] {
  const images = [theme.artLight, theme.artDark, theme.banner, theme.icon, theme.wordmark]
  const foreign = images.filter((image) => image?.startsWith('https:'))
  return [...new Set(foreign.map((image = '') => new URL(image).origin))]
}
