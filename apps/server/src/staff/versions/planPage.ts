import { planViews } from '@gatehouse/contract/console/planViews'
import { offerOf } from '@gatehouse/contract/languages'
import type { PageRenderer } from '@gatehouse/contract/serverPages'
import { escapeHtml } from '../../platform/escapeHtml.ts'
import type { Deployment } from '../../deployments/deployments.ts'
import { drawPicture, usualView, type View, viewsOf } from './pictures.ts'

const styles =
  'body{font:16px/1.5 system-ui;margin:2rem}pre{white-space:pre-wrap}section>div{display:flex;flex-wrap:wrap;gap:2rem}figure{margin:0}iframe{border:1px solid;zoom:.4}'

export interface Page {
  readonly title: string
  /** The plan in words. */
  readonly words: string
  /** The titles of the screens and names of the mails of which it has pictures. */
  readonly titles: readonly string[]
  readonly now: Deployment
  readonly next: Deployment
}

/**
 * A page for a browser, with pictures before and after of the screens and mails that a plan changes.
 * Images and fonts of the pictures come from the address of the deployment.
 */
export async function drawPlanPage(renderer: PageRenderer, page: Page): Promise<string> {
  const { title, words, titles, now, next } = page
  const sections: string[] = []
  for (const { what, title: ofView } of viewsOf(next)) {
    if (!titles.includes(ofView.replace(/^Mail: /, ''))) continue
    const figures: string[] = []
    for (const { title: look, width, height, view } of planViews) {
      const whole = { what, language: offerOf(next.configuration).default, ...usualView, ...view }
      const states = [['before', now] as const, ['after', next] as const]
      for (const [state, deployment] of states) {
        const caption = `${ofView}, ${look}, ${state}`
        figures.push(await drawFigure(renderer, deployment, whole, { caption, width, height }))
      }
    }
    sections.push(`<section><h2>${escapeHtml(ofView)}</h2><div>${figures.join('')}</div></section>`)
  }
  const head = `<!doctype html><html lang="en"><meta charset="utf-8"><title>${escapeHtml(title)}</title><style>${styles}</style>`
  return `${head}<h1>${escapeHtml(title)}</h1><pre>${escapeHtml(words)}</pre>${sections.join('')}`
}

interface Figure {
  readonly caption: string
  readonly width: number
  readonly height: number
}

async function drawFigure(
  renderer: PageRenderer,
  deployment: Deployment,
  view: View,
  { caption, width, height }: Figure,
): Promise<string> {
  const picture = await drawPicture(renderer, deployment, view).catch(() => null)
  const name = escapeHtml(caption)
  if (picture === null) return `<figure><figcaption>${name}: there is none.</figcaption></figure>`
  const base = `<base href="${escapeHtml(deployment.configuration.AccountUrl)}">`
  const html = picture.replace(/<head[^>]*>/, (head) => head + base)
  return `<figure><figcaption>${name}</figcaption><iframe title="${name}" sandbox width="${width}" height="${height}" srcdoc="${escapeHtml(html)}"></iframe></figure>`
}
