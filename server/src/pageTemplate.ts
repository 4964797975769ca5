import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Deployment } from './deployments.ts'
import { escaped } from './escaped.ts'
import { schemeScript } from './schemeScript.ts'
import { iconLinkOf, readThemeIndex, type ThemeIndex, themeLinksOf } from './themeIndex.ts'

/** A deployment's page, with what belongs into the head of one visitor's. */
export type PageTemplate = (head: string) => string

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
  const templates = new Map<Deployment, PageTemplate>()
  return (deployment) => {
    const known = templates.get(deployment)
    if (known) return known
    const template = templateOf(built, deployment, themes)
    templates.set(deployment, template)
    return template
  }
}

function templateOf(built: string, deployment: Deployment, themes: ThemeIndex): PageTemplate {
  const icon = iconLinkOf(themes, deployment)
  const title = escaped(deployment.configuration.RegisterStudioName)
  const titled = built
    .replace(/<title>[^<]*<\/title>/, () => `<title>${title}</title>`)
    .replace(/( data-studio>)[^<]*/g, (_, tag: string) => `${tag}${title}`)
    .replace(/<link rel="icon"[^>]*>/, (link) => icon ?? link)
  const first = `<script>${schemeScript}</script>${themeLinksOf(themes, deployment)}`
  const [before = '', after = ''] = titled.split('</head>', 2)
  return (head) => `${before}${first}${head}</head>${after}`
}
