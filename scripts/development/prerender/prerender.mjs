// The portal for `npm run dev`, in place of a built one: the server sends portal/index.html, whose
// script Vite brings. The server's own pages are plain.
import { readFileSync } from 'node:fs'
import react from '@vitejs/plugin-react'
import { directionOf } from '../../../contract/src/languages.ts'
import { renderPlainPage } from '../../../server/src/site/plainPage.ts'

const source = new URL('../../../portal/index.html', import.meta.url)
/** Components that change keep their state. */
const refresh = react.preambleCode.replace('__BASE__', '/')
const template = readFileSync(source, 'utf8')

/** The portal's page, with what its script reads from one that is rendered. */
function renderDocument({ deployment, language, metas }) {
  const { wordings, theme } = deployment
  const metaTags = Object.entries(metas).map(
    ([name, content]) => `<meta name="${name}" content="${content}">`,
  )
  const sheet =
    theme.sheet === null ? [] : [`<link rel="stylesheet" href="${theme.sheet.address}">`]
  const own = JSON.stringify(wordings?.[language] ?? {}).replaceAll('<', String.raw`\u003c`)
  const words = `<script id="words" type="application/json" lang="${language}">${own}</script>`
  const html = template
    .replace('lang="en"', `lang="${language}" dir="${directionOf(language)}"`)
    .replace(
      '</head>',
      `${[...metaTags, ...sheet].join('')}<script type="module">${refresh}</script>
       <script type="module" src="/@vite/client"></script></head>`,
    )
    .replace('<div', wordings === undefined ? '<div' : `${words}<div`)
  return Promise.resolve({ html, parts: [html], styles: [], scripts: [refresh], links: '' })
}

export function createRenderer() {
  return { renderDocument, renderPage: renderPlainPage }
}
