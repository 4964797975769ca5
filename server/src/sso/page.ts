import { createHash } from 'node:crypto'
import type { Deployment } from '../deployments.ts'
import { escaped } from '../escaped.ts'

const style = `
:root { color-scheme: light dark;
  --ground: light-dark(oklch(0.975 0.012 85), oklch(0.19 0.035 278));
  --surface: light-dark(oklch(1 0 0), oklch(0.235 0.042 278));
  --edge: light-dark(oklch(0.58 0.03 280), oklch(0.6 0.05 278));
  --text: light-dark(oklch(0.25 0.05 280), oklch(0.95 0.015 85));
  --accent: light-dark(oklch(0.43 0.16 284), oklch(0.82 0.14 78));
  --on-accent: light-dark(oklch(0.99 0.01 85), oklch(0.22 0.06 60)) }
* { box-sizing: border-box }
body { margin: 0; min-height: 100dvh; display: grid; place-content: center; padding: 1.5rem;
  grid-template-columns: minmax(0, 30rem); background: var(--ground); color: var(--text);
  font: 1rem/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif }
main { background: var(--surface); border-top: 4px solid var(--accent); padding: 2rem }
h1 { margin: 0 0 1rem; font: 650 1.75rem/1.15 system-ui, sans-serif; overflow-wrap: anywhere }
ul { padding-left: 1.25rem }
form { display: flex; flex-wrap: wrap; gap: 0.75rem; margin-top: 1.5rem }
button { font: 650 1rem/1.2 system-ui, sans-serif; padding: 0.75rem 1.25rem; cursor: pointer;
  border: 1px solid var(--edge); background: transparent; color: inherit }
button.first { background: var(--accent); border-color: var(--accent); color: var(--on-accent) }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 3px }
`

export interface Page {
  readonly title: string
  /** HTML of our own making. */
  readonly body: string
  /** Runs when the page is there. */
  readonly script?: string
}

export interface RenderedPage {
  readonly html: string
  readonly headers: Readonly<Record<string, string>>
}

/**
 * A page between the portal and a site, in the portal's look: nobody may frame it and it loads
 * nothing. Where its form leads is not restricted, because browsers ask that of every redirect after
 * it, and the last one leads to the site.
 */
export function renderPage(deployment: Deployment, { title, body, script }: Page): RenderedPage {
  const studio = deployment.configuration.RegisterStudioName
  const scripts = script === undefined ? "'none'" : digestOf(script)
  return {
    html: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)} | ${escaped(studio)}</title>
<style>${style}</style>
</head>
<body>
<main>${body}</main>
${script === undefined ? '' : `<script>${script}</script>`}
</body>
</html>
`,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': [
        "default-src 'none'",
        `style-src ${digestOf(style)}`,
        `script-src ${scripts}`,
        "base-uri 'none'",
        "frame-ancestors 'none'",
      ].join('; '),
      'referrer-policy': 'no-referrer',
    },
  }
}

function digestOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}
