import { access } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { PageDeployment, PageRenderer, RendererModule } from '@gatehouse/contract/serverPages'
import type { Deployment } from '../deployments/deployments.ts'
import { artOf, themeNameOf } from '../deployments/themeTokens.ts'

/** The part of a built portal that renders its pages, beside the files for browsers. */
export const rendererFile = 'prerender/prerender.mjs'

/** Loads the renderer of a built portal; null without one. */
export async function loadPageRenderer(root: string): Promise<PageRenderer | null> {
  const folder = resolve(root)
  const file = join(folder, rendererFile)
  const isBuilt = await access(file).then(
    () => true,
    () => false,
  )
  if (!isBuilt) return null
  const { createRenderer } = (await import(pathToFileURL(file).href)) as RendererModule
  return createRenderer(folder)
}

export function pageDeploymentOf(deployment: Deployment): PageDeployment {
  const { configuration, theme, themeSheet, wordings } = deployment
  const name = themeNameOf(deployment)
  const own = [...wordings].map(([language, { portal }]) => [language, portal] as const)
  return {
    configuration,
    wordings: own.length === 0 ? undefined : Object.fromEntries(own),
    theme: { name, art: artOf(theme, name), icon: theme.icon, sheet: themeSheet },
  }
}
