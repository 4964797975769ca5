import { paths } from '@gatehouse/contract/routes'
import type { Deployment } from '../tenants/deployments.ts'
import { digestOf } from '../platform/crypto/digestOf.ts'
import { escapeHtml } from '../platform/escapeHtml.ts'
import { styleOfPages, styleWithoutPortal } from './pageStyle.ts'
import { imageOriginsOf, type PartClasses, type PageAssets } from './pageAssets.ts'
import { schemeScript } from './schemeScript.ts'

export interface Page {
  readonly title: string
  /** HTML of our own making, put together with the page's parts. */
  readonly body: (parts: PageParts) => string
  /** Runs when the page is there. */
  readonly script?: string
  /** Quiet ways at the bottom; text, escaped here. */
  readonly ways?: readonly { readonly label: string; readonly href: string }[]
}

/** Parts of the portal as HTML; what they are given is text and is escaped here. */
export interface PageParts {
  /** The class attribute of what holds buttons side by side. */
  readonly actions: string
  readonly button: (label: string, options: ButtonOptions) => string
  readonly link: (label: string, href: string, look?: 'primary' | 'secondary') => string
}

interface ButtonOptions {
  readonly look?: 'primary' | 'secondary'
  readonly name?: string
  readonly value?: string
  /** What is read out in place of the label. */
  readonly says?: string
}

export interface RenderedPage {
  readonly html: string
  readonly headers: Readonly<Record<string, string>>
}

/**
 * A page of the server's own, in the portal's visitor frame and the deployment's theme; plain where
 * there is no deployment or no portal. Nobody may frame it and it loads nothing but that look. Where
 * its form leads is not restricted, because browsers ask that of every redirect after it, and the
 * last one leads to the site.
 */
export function renderPage(
  look: PageAssets | null,
  deployment: Deployment | null,
  page: Page,
): RenderedPage {
  const isPlain = look === null || deployment === null
  const style = isPlain ? styleWithoutPortal : styleOfPages
  const links = isPlain ? '' : look.linksFor(deployment)
  const classes = isPlain ? null : look.classes
  const studio = deployment?.configuration.RegisterStudioName
  const title = studio === undefined ? page.title : `${page.title} | ${studio}`
  const script = page.script === undefined ? '' : `<script>${page.script}</script>`
  return {
    html: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
${links}<style>${style}</style>
<script>${schemeScript}</script>
</head>
<body>
<div class="${classes?.VisitorLayout.frame ?? 'page'}" data-layout="visitor">
${deployment === null ? '' : `<header>${brandOf(deployment, classes)}</header>`}
<main>${page.body(partsOf(classes))}</main>
<footer>${(page.ways ?? []).map(({ label, href }) => anchor(label, href)).join('')}</footer>
${classes === null ? '' : `<div class="${classes.VisitorLayout.art}"></div><div class="${classes.VisitorLayout.panel}"></div>`}
</div>
${script}
</body>
</html>
`,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': [
        "default-src 'none'",
        `style-src 'self' ${digestOf(style)}`,
        `script-src ${[schemeScript, page.script]
          .filter((one) => one !== undefined)
          .map(digestOf)
          .join(' ')}`,
        `img-src ${["'self'", 'data:', ...(deployment ? imageOriginsOf(deployment) : [])].join(' ')}`,
        "font-src 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
      ].join('; '),
      // `no-referrer` would send forms from nowhere: our own checks of the origin would refuse them.
      'referrer-policy': 'same-origin',
    },
  }
}

/** The studio's name, leading Home; it tells trial environments from the real one. */
function brandOf({ configuration, rules }: Deployment, classes: PartClasses | null): string {
  const name = escapeHtml(configuration.RegisterStudioName)
  const badge = rules.isProduction ? '' : escapeHtml(configuration.Environment)
  if (classes === null) return `<a href="${paths.home}">${name}</a>`
  const { Brand, Wordmark } = classes
  const shownBadge = badge === '' ? '' : `<small class="${Wordmark.badge}">${badge}</small>`
  return `<a class="${Brand.brand}" href="${paths.home}"><span class="${Wordmark.wordmark}"><span class="${Wordmark.sign}"></span><span class="${Wordmark.words}"><span class="${Wordmark.name}">${name}</span>${shownBadge}</span></span></a>`
}

function partsOf(classes: PartClasses | null): PageParts {
  const shape = classes === null ? '' : ` class="${classes.Button.button}"`
  const words = (label: string) =>
    classes === null
      ? escapeHtml(label)
      : `<span class="${classes.Button.label}">${escapeHtml(label)}</span>`
  return {
    actions: `class="${classes?.Form.actions ?? 'actions'}"`,
    button: (label, { look = 'primary', name, value, says }) => {
      const told = [
        ['name', name],
        ['value', value],
        ['aria-label', says],
      ]
        .filter(([, given]) => given !== undefined)
        .map(([attribute, given = '']) => ` ${attribute}="${escapeHtml(given)}"`)
      return `<button type="submit"${shape} data-look="${look}"${told.join('')}>${words(label)}</button>`
    },
    link: (label, href, look = 'primary') =>
      `<a${shape} data-look="${look}" href="${escapeHtml(href)}">${words(label)}</a>`,
  }
}

function anchor(label: string, href: string): string {
  return `<a href="${escapeHtml(href)}">${escapeHtml(label)}</a>`
}
