import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Deployment } from '../tenants/deployments.ts'
import { escapeHtml } from '../platform/escapeHtml.ts'
import { type InlineStyles, readInlineStyles } from './inlineStyles.ts'
import { schemeScript } from './schemeScript.ts'
import { iconLinkOf, readThemeIndex, type ThemeIndex, themeLinksOf } from './themeIndex.ts'

/** A deployment's page. */
export interface PageTemplate {
  /** The page that shows nothing before the portal is there, with what one visitor's head has. */
  readonly empty: (head: string) => string
  /** The page that comes with a picture of its screen, and with everything that the picture needs. */
  readonly painted: (head: string, screen: string) => string
  /** The sources by which a Content-Security-Policy lets the styles of a painted page in. */
  readonly styles: readonly string[]
}

const emptyRoot = '<div id="root"></div>'
const sheetLinks = /<link rel="stylesheet"[^>]*href="([^"]+)"[^>]*>/g
/** What a page has the browser fetch for the portal, and the portal itself. */
const fetched = /<link rel="(?:module)?preload"[^>]*>|<script type="module"[^>]*><\/script>/g

/**
 * Reads the built page and makes it a deployment's: its studio's title, its icon, and the theme's
 * sheets, so that the right colours are there with the first paint, and the scheme that was chosen. The page of an environment
 * without a theme, or out of a build without an index of them, has the platform's.
 */
export async function readPageTemplates(
  root: string,
  page: string,
): Promise<(deployment: Deployment) => PageTemplate> {
  const built = await readFile(join(root, page), 'utf8')
  const themes = await readThemeIndex(root)
  const baseSheets = [...built.matchAll(sheetLinks)].map(([, address = '']) => address)
  const stylesOf = await readInlineStyles(root, baseSheets, themes)
  const templates = new WeakMap<Deployment, PageTemplate>()
  return (deployment) => {
    const known = templates.get(deployment)
    if (known) return known
    const template = templateOf(built, deployment, themes, stylesOf(deployment))
    templates.set(deployment, template)
    return template
  }
}

function templateOf(
  built: string,
  deployment: Deployment,
  themes: ThemeIndex,
  styles: InlineStyles,
): PageTemplate {
  const icon = iconLinkOf(themes, deployment)
  const title = escapeHtml(deployment.configuration.RegisterStudioName)
  const titled = built
    .replace(/<title>[^<]*<\/title>/, () => `<title>${title}</title>`)
    .replace(/( data-studio>)[^<]*/g, (_, tag: string) => `${tag}${title}`)
    .replace(/<link rel="icon"[^>]*>/, (link) => icon ?? link)
  const scheme = `<script>${schemeScript}</script>`
  const [before = '', after = ''] = titled.split('</head>', 2)
  // The portal's loader takes a sheet whose link is there for loaded; a disabled one is not fetched.
  const withoutSheets = before.replaceAll(sheetLinks, (link) =>
    link.replace('<link', '<link disabled'),
  )
  const links = themeLinksOf(themes, deployment)
  const environment = escapeHtml(deployment.configuration.Environment)
  return {
    empty: (head) => `${before}${scheme}${links}${head}</head>${after}`,
    painted(head, screen) {
      // Nobody can use the picture before the portal takes its place.
      const rootOf = () => `<div id="root" inert data-painted="${environment}">${screen}</div>`
      const body = after.replace(emptyRoot, rootOf)
      const page = `${withoutSheets}${scheme}${styles.elements}${head}</head>${body}`
      // Behind the picture, whose last bytes come later when other things are asked for before them.
      const last = page.match(fetched)?.join('') ?? ''
      return page.replaceAll(fetched, '').replace('</body>', () => `${last}</body>`)
    },
    styles: styles.digests,
  }
}
