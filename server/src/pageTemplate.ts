import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import type { Deployment } from './deployments.ts'
import { escaped } from './escaped.ts'
import { themeNameOf } from './themeNameOf.ts'

/** The build's own word on where the sheet and the icon of each theme are, by the folder's name. */
const indexSchema = z.record(
  z.string(),
  z.object({ sheet: z.string().optional(), icon: z.string().optional() }),
)

/** A deployment's page, with what belongs into the head of one visitor's. */
export type PageTemplate = (head: string) => string

/**
 * Reads the built page and makes it a deployment's: its studio's title, its icon, and the theme's
 * sheets, so that the right colours are there with the first paint. The page of an environment
 * without a theme, or out of a build without an index of them, has the platform's.
 */
export async function readPageTemplates(
  root: string,
  page: string,
): Promise<(deployment: Deployment) => PageTemplate> {
  const built = await readFile(join(root, page), 'utf8')
  const index = await readFile(join(root, 'themes.json'), 'utf8').catch(() => '{}')
  const themes = indexSchema.parse(JSON.parse(index))
  const templates = new Map<Deployment, PageTemplate>()
  return (deployment) => {
    const known = templates.get(deployment)
    if (known) return known
    const template = templateOf(built, deployment, themes)
    templates.set(deployment, template)
    return template
  }
}

function templateOf(
  built: string,
  deployment: Deployment,
  themes: z.output<typeof indexSchema>,
): PageTemplate {
  const { configuration, theme, themeSheet } = deployment
  const { Environment, RegisterStudioName } = configuration
  const own = themes[themeNameOf(deployment)]
  const icon = theme.icon ?? own?.icon
  const sheets = [own?.sheet, themeSheet?.address].filter((address) => address !== undefined)
  // The portal reads whose they are: a configuration may come that names another environment.
  const links = sheets.map(
    (address) =>
      `<link rel="stylesheet" href="${escaped(address)}" data-environment="${escaped(Environment)}">`,
  )
  const titled = built
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escaped(RegisterStudioName)}</title>`)
    .replace(/<link rel="icon"[^>]*>/, (link) =>
      icon === undefined ? link : `<link rel="icon" href="${escaped(icon)}">`,
    )
  const [before = '', after = ''] = titled.split('</head>', 2)
  return (head) => `${before}${links.join('')}${head}</head>${after}`
}
