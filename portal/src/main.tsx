// First: it says in which order the layers win.
import './themes/base.css'
import { fingerprintOf } from '@gatehouse/contract/configuration'
import { directionOf, type Language } from '@gatehouse/contract/languages'
import { StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { App } from './app/App.tsx'
import { createPortal } from './app/createPortal.ts'
import { hasInput, holdInput } from './app/document/replayInput.ts'
import { fetchAhead } from './app/fetchAhead.ts'
import { hideRecoveryToken } from './app/hideRecoveryToken.ts'
import { loadConfiguration } from './app/loadConfiguration.ts'
import { untilStarted } from './app/untilStarted.ts'
import { restoreHandover } from './routes/pageHandover.ts'
import { i18n, activateOrFallback } from './i18n/words.ts'
import { keepTracking } from './session/tracking.ts'
import { createBrowserHistory } from './router/createBrowserHistory.ts'
import { screenAt } from './routes/routes.ts'
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

const root = document.getElementById('root')
if (root === null) throw new Error('The page has no root.')
// Not awaited: other files wait until this one has run.
void start(root)

async function start(root: HTMLElement): Promise<void> {
  const { pathname } = location
  const configuration = await untilStarted(root, async () => {
    // The server has chosen it, and written its direction beside it.
    const speaking = activateOrFallback(document.documentElement.lang)
    const loaded = await loadConfiguration()
    await applyTheme(loaded.Environment)
    await speaking
    return loaded
  })
  const { portal, router } = createPortal(configuration, createBrowserHistory())
  const goesOn = restoreHandover(portal, hasInput(root))
  fetchAhead(router)
  const loaded = router.load()
  // A page that was prerendered shows its screen until the portal's is there, unless it was made by
  // another configuration.
  const { prerendered, player } = root.dataset
  // A player's screen goes at once where the session is another one by now.
  const isStillTheirs = player === undefined || portal.session.read().token !== null
  const isPrerendered = prerendered === fingerprintOf(configuration) && isStillTheirs
  if (isPrerendered) await loaded
  showLanguage()
  i18n.on('change', showLanguage)
  // Early input belongs to this screen alone. The server knows nothing of the state that a page before
  // this one has left.
  const isSame = isPrerendered && !goesOn && router.read()?.entry.pathname === pathname
  let replay = isSame ? holdInput(root) : globalThis.earlyInput?.stop
  const app = (
    <StrictMode>
      <App
        i18n={i18n}
        portal={portal}
        router={router}
        onShown={() => {
          root.inert = false
          root.dataset['alive'] = ''
          replay?.()
          replay = undefined
        }}
      />
    </StrictMode>
  )
  if (isSame) hydrateRoot(root, app)
  else createRoot(root).render(app)
}

/** The browser needs to know the language: how the page is read out, hyphenated, and from which side it is read. */
function showLanguage(): void {
  const { documentElement } = document
  applyLanguageSheet(i18n.locale)
  if (documentElement.lang === i18n.locale) return
  documentElement.lang = i18n.locale
  documentElement.dir = directionOf(i18n.locale as Language)
}
