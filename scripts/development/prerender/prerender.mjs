// The portal for `npm run dev`, in place of a built one: the server sends portal/index.html, whose
// script Vite brings. The server's own pages are plain.
import { readFileSync } from 'node:fs'
import react from '@vitejs/plugin-react'
import { directionOf } from '../../../contract/src/languages.ts'
import { renderPlainPage } from '../../../server/src/site/plainPage.ts'

const template = readFileSync(new URL('../../../portal/index.html', import.meta.url), 'utf8')
/** Components that change keep their state. */
const refresh = react.preambleCode.replace('__BASE__', '/')

/** The portal's page, with what its script reads from one that is rendered. */
function renderDocument({ deployment: { wordings, theme }, language, metas }) {
  const own = JSON.stringify(wordings?.[language] ?? {}).replaceAll('<', String.raw`\u003c`)
  const head = [
    ...Object.entries(metas).map(([name, content]) => `<meta name="${name}" content="${content}">`),
    theme.sheet === null ? '' : `<link rel="stylesheet" href="${theme.sheet.address}">`,
    `<script type="module">${refresh}</script><script type="module" src="/@vite/client"></script>`,
  ]
  const words = `<script id="words" type="application/json" lang="${language}">${own}</script>`
  const html = template
    .replace('lang="en"', `lang="${language}" dir="${directionOf(language)}"`)
    .replace('</head>', `${head.join('')}</head>`)
    .replace('<div', wordings === undefined ? '<div' : `${words}<div`)
  return Promise.resolve({ html, parts: [html], styles: [], scripts: [refresh], links: '' })
}

export const createRenderer = () => ({ renderDocument, renderPage: renderPlainPage })
