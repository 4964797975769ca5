// First: it says in which order the layers win.
import './themes/base.css'
import { directionOf, type Language } from '@gatehouse/contract/languages'
import { StrictMode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { App } from './app/App.tsx'
import { createPortal } from './app/createPortal.ts'
import { fetchAhead } from './app/fetchAhead.ts'
import { loadConfiguration } from './app/loadConfiguration.ts'
import { screenAt } from './routes/routes.ts'
import { i18n, speakOrEnglish } from './i18n/words.ts'
import { createBrowserHistory } from './router/createBrowserHistory.ts'
import { hideRecoveryToken } from './app/hideRecoveryToken.ts'
import { keepTracking } from './partner-login/tracking.ts'
import { applyLanguageSheet } from './themes/applyLanguageSheet.ts'
import { applyTheme } from './themes/applyTheme.ts'
import { chosenScheme, showScheme } from './themes/scheme.ts'

// Before anything is fetched from here on.
hideRecoveryToken()
keepTracking(new URLSearchParams(location.search))
showScheme(chosenScheme())
// Their styles are in the page itself. Before anything is imported, which would ask for them.
for (const link of document.querySelectorAll<HTMLLinkElement>('[rel="inlined"]')) {
  link.rel = 'stylesheet'
}

// Fetched beside the configuration: nearly always this is the screen that will be shown.
void screenAt(location.pathname)?.screen.preload?.()

const place = document.getElementById('root')
if (place === null) throw new Error('The page has no root.')

/** All parts of the design on one page; a production build knows nothing of it. */
const isGallery = import.meta.env.DEV && location.pathname === '/__ui'

// Not awaited: every other file waits until this one has run.
void show(place)

async function show(root: HTMLElement): Promise<void> {
  try {
    if (isGallery) await (await import('./gallery/showGallery.tsx')).showGallery(root)
    else await start(root)
  } catch (error) {
    // oxlint-disable-next-line no-console -- without a configuration no screen can show it
    console.error('The configuration cannot be loaded.', error)
    root.replaceChildren()
    document.getElementById('late')?.classList.remove('late')
  }
}

async function start(root: HTMLElement): Promise<void> {
  const { pathname } = location
  // The server has chosen it, and written its direction beside it.
  const speaking = speakOrEnglish(document.documentElement.lang)
  const configuration = await loadConfiguration()
  await applyTheme(configuration.Environment)
  await speaking
  const { portal, router } = createPortal(configuration, createBrowserHistory())
  fetchAhead(router)
  const loaded = router.load()
  // A page that was prerendered shows its screen until the portal's is there, unless it was made for
  // another environment.
  const { prerendered, player } = root.dataset
  // A player's screen goes at once where the session is another one by now.
  const isStillTheirs = player === undefined || portal.session.read().token !== null
  const isPrerendered = prerendered === configuration.Environment && isStillTheirs
  if (isPrerendered) await loaded
  document.getElementById('late')?.remove()
  showLanguage()
  i18n.on('change', showLanguage)
  const show = () => {
    root.inert = false
    flushSync(() =>
      createRoot(root).render(
        <StrictMode>
          <App i18n={i18n} portal={portal} router={router} />
        </StrictMode>,
      ),
    )
  }
  // What was typed and pressed meanwhile belongs to this screen alone.
  const isSame = isPrerendered && router.read()?.entry.pathname === pathname
  await (globalThis.earlyInput?.takeOver(show, isSame) ?? show())
  root.dataset['alive'] = ''
}

/** The browser needs to know the language: how the page is read out, hyphenated, and from which side it is read. */
function showLanguage(): void {
  const { documentElement } = document
  applyLanguageSheet(i18n.locale)
  if (documentElement.lang === i18n.locale) return
  documentElement.lang = i18n.locale
  documentElement.dir = directionOf(i18n.locale as Language)
}
