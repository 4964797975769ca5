// The portal for `npm run dev`, in place of a built one: the server sends apps/portal/index.html, whose
// script Vite brings. The server's own pages are plain.
import { existsSync, readFileSync } from 'node:fs'
import react from '@vitejs/plugin-react'
import { directionOf } from '../../../packages/contract/src/direction.ts'
import { renderPlainPage } from '../../../apps/server/src/pages/plainPage.ts'

const portal = new URL('../../../apps/portal/', import.meta.url)
const template = readFileSync(new URL('index.html', portal), 'utf8')
// Vite brings the sheet that says it after the theme's.
const [layers] = readFileSync(new URL('src/themes/base.css', portal), 'utf8').split('\n')
/** Components that change keep their state. */
const refresh = react.preambleCode.replace('__BASE__', '/')

/** The portal's page, with what its script reads from one that is rendered. */
function renderDocument({ deployment: { configuration, wordings, theme }, language, metas }) {
  const own = JSON.stringify(wordings?.[language] ?? {}).replaceAll('<', String.raw`\u003c`)
  const head = [
    ...Object.entries(metas).map(([name, content]) => `<meta name="${name}" content="${content}">`),
    themeOf(theme, configuration.Environment),
    theme.sheet === null ? '' : `<link rel="stylesheet" href="${theme.sheet.address}">`,
    `<script type="module">${refresh}</script><script type="module" src="/@vite/client"></script>`,
  ]
  const words = `<script id="words" type="application/json" lang="${language}">${own}</script>`
  const icon = theme.icon ?? addressIn(theme.name, 'icon.svg')
  const html = template
    .replace(/(?<=rel="icon" href=")[^"]*/, (platform) => icon ?? platform)
    .replace('lang="en"', `lang="${language}" dir="${directionOf(language)}"`)
    .replace('</head>', `${head.join('')}</head>`)
    .replace('<div', wordings === undefined ? '<div' : `${words}<div`)
  return Promise.resolve({ html, parts: [html], styles: [], scripts: [refresh], links: '' })
}

/** A deployment may name another theme than its environment's: the portal keeps it where it is placed. */
function themeOf({ name }, environment) {
  const address = addressIn(name, 'theme.css')
  if (address === null) return ''
  return `<style>${layers}</style><link rel="stylesheet" href="${address}" data-environment="${environment}">`
}

/** The address at which Vite has a file of a theme; null without the file, as the platform's sheet. */
function addressIn(theme, file) {
  const path = `src/themes/${theme}/${file}`
  return existsSync(new URL(path, portal)) ? `/${path}` : null
}

export const createRenderer = () => ({ renderDocument, renderPage: renderPlainPage })
