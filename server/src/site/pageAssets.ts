import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import type { Deployment } from '../tenants/deployments.ts'
import { iconLinkOf, readThemeIndex, themeLinksOf } from './themeIndex.ts'

/** The build's own word on what the classes are called of the parts that our pages have. */
const classesSchema = z.object({
  VisitorLayout: z.object({ frame: z.string(), art: z.string(), panel: z.string() }),
  Brand: z.object({ brand: z.string() }),
  Wordmark: z.object({
    wordmark: z.string(),
    sign: z.string(),
    words: z.string(),
    name: z.string(),
    badge: z.string(),
  }),
  Button: z.object({ button: z.string(), label: z.string() }),
  Form: z.object({ actions: z.string() }),
})

export type PartClasses = z.output<typeof classesSchema>

/** What a page of the server's own takes from the built portal, so that it looks like one of its. */
export interface PageAssets {
  readonly classes: PartClasses
  /** The icon and the sheets of a deployment, for the head of a page. */
  readonly linksFor: (deployment: Deployment) => string
}

/** Reads the look out of a built portal; null where there is none that says what it needs to. */
export async function readPageAssets(root: string): Promise<PageAssets | null> {
  const page = await readFile(join(root, 'index.html'), 'utf8').catch(() => '')
  const written = await readFile(join(root, 'classes.json'), 'utf8').catch(() => '{}')
  const classes = classesSchema.safeParse(JSON.parse(written))
  const sheets = page.match(/<link rel="stylesheet"[^>]*>/g)?.join('') ?? ''
  if (!classes.success || sheets === '') return null
  const ownIcon = /<link rel="icon"[^>]*>/.exec(page)?.[0] ?? ''
  const themes = await readThemeIndex(root)
  return {
    classes: classes.data,
    linksFor: (deployment) =>
      [iconLinkOf(themes, deployment) ?? ownIcon, sheets, themeLinksOf(themes, deployment)].join(
        '',
      ),
  }
}

/** Where the images of a deployment's theme come from besides the portal itself. */
export function imageOriginsOf({ theme }: Deployment): readonly string[] {
  const images = [theme.artLight, theme.artDark, theme.icon, theme.wordmark]
  const foreign = images.filter((image) => image?.startsWith('https:'))
  return [...new Set(foreign.map((image = '') => new URL(image).origin))]
}
