// First: it says in which order the layers win.
import './themes/base.css'
import type { I18n } from '@lingui/core'
import { StrictMode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { App } from './app/App.tsx'
import { createPortal } from './app/createPortal.ts'
import { fetchAhead } from './app/fetchAhead.ts'
import { loadConfiguration } from './app/loadConfiguration.ts'
import { screenAt } from './routes/routes.ts'
import { messages } from './i18n/po/en.po'
import { type Catalogue, loadLocale } from './i18n/loadLocale.ts'
import { createBrowserHistory } from './router/createBrowserHistory.ts'
import { hideRecoveryToken } from './app/hideRecoveryToken.ts'
import { keepTracking } from './partner-login/tracking.ts'
import { applyTheme } from './themes/applyTheme.ts'
import { chosenScheme, showScheme } from './themes/scheme.ts'

// Before anything is fetched from here on.
hideRecoveryToken()
keepTracking(new URLSearchParams(location.search))
showScheme(chosenScheme())
// Fetched beside the configuration: nearly always this is the screen that will be shown.
void screenAt(location.pathname)?.screen.preload?.()

/** Not every browser that we support can say it of a language. */
const rightToLeft = /^(ar|dv|fa|he|ps|sd|ug|ur|yi)\b/

const place = document.getElementById('root')
if (place === null) throw new Error('The page has no root.')

/** What the portal can speak besides English: each language is a file of its own. */
const languages = import.meta.glob<Catalogue>(['./i18n/po/*.po', '!./i18n/po/en.po'])

/** All parts of the design on one page; a production build knows nothing of it. */
const isGallery = import.meta.env.DEV && location.pathname === '/__ui'

try {
  if (isGallery) await (await import('./gallery/showGallery.tsx')).showGallery(place)
  else await start(place)
} catch (error) {
  // oxlint-disable-next-line no-console -- without a configuration no screen can show it
  console.error('The configuration cannot be loaded.', error)
  place.replaceChildren()
  document.getElementById('late')?.classList.remove('late')
}

async function start(root: HTMLElement): Promise<void> {
  const speaking = loadLocale(messages, languages)
  const configuration = await loadConfiguration()
  await applyTheme(configuration.Environment)
  const i18n = await speaking
  const { portal, router } = createPortal(configuration, createBrowserHistory())
  fetchAhead(router)
  const loaded = router.load()
  // A page that was prerendered shows its screen until the portal's is there, unless it was made for
  // another environment, or in another language.
  const isPrerendered = root.dataset['prerendered'] === configuration.Environment
  if (isPrerendered && i18n.locale === document.documentElement.lang) await loaded
  document.getElementById('late')?.remove()
  showLanguage(i18n)
  root.inert = false
  flushSync(() =>
    createRoot(root).render(
      <StrictMode>
        <App i18n={i18n} portal={portal} router={router} />
      </StrictMode>,
    ),
  )
}

/** The browser needs to know the language: how the page is read out, hyphenated, and from which side it is read. */
function showLanguage({ locale }: I18n): void {
  document.documentElement.lang = locale
  if (rightToLeft.test(locale)) document.documentElement.dir = 'rtl'
}
