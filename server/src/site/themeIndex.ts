import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import type { Deployment } from '../tenants/deployments.ts'
import { escapeHtml } from '../platform/escapeHtml.ts'
import { themeNameOf } from '../tenants/themeNameOf.ts'

const indexSchema = z.record(
  z.string(),
  z.object({ sheet: z.string().optional(), icon: z.string().optional() }),
)

/** The build's own word on where the sheet and the icon of each theme are, by the folder's name. */
export type ThemeIndex = z.output<typeof indexSchema>

/** Reads the index out of a built portal; one without has the platform's theme alone. */
export async function readThemeIndex(root: string): Promise<ThemeIndex> {
  const index = await readFile(join(root, 'themes.json'), 'utf8').catch(() => '{}')
  return indexSchema.parse(JSON.parse(index))
}

/** The sheets that make a deployment's page its own, after the portal's: its theme, its changes. */
export function themeLinksOf(index: ThemeIndex, deployment: Deployment): string {
  const { configuration, themeSheet } = deployment
  const sheets = [index[themeNameOf(deployment)]?.sheet, themeSheet?.address]
  // The portal reads whose they are: a configuration may come that names another environment.
  const environment = escapeHtml(configuration.Environment)
  return sheets
    .filter((address) => address !== undefined)
    .map(
      (address) =>
        `<link rel="stylesheet" href="${escapeHtml(address)}" data-environment="${environment}">`,
    )
    .join('')
}

/** The icon of a deployment's pages; null where it is the portal's own. */
export function iconLinkOf(index: ThemeIndex, deployment: Deployment): string | null {
  const icon = deployment.theme.icon ?? index[themeNameOf(deployment)]?.icon
  return icon === undefined ? null : `<link rel="icon" href="${escapeHtml(icon)}">`
}
