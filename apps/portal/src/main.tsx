// First: it says in which order the layers win.
import './themes/base.css'
import { watchFiles } from '@gatehouse/ui/oldBuild'
import type { Configuration } from '@gatehouse/contract/configuration'
import { directionOf } from '@gatehouse/contract/direction'
import type { Language } from '@gatehouse/contract/languages'
import { StrictMode } from 'react'
import { App } from './app/App.tsx'
import type { Portal } from './context/portal.ts'
import { createPortal } from './app/createPortal.ts'
import { endEarlyInput, hasInput, holdInput } from './app/document/replayInput.ts'
import { draw, takeOver, watchPage } from './app/document/takeOver.ts'
import { fetchAhead } from './app/fetchAhead.ts'
import { hideRecoveryToken } from './app/hideRecoveryToken.ts'
import { takeLoggedOut } from './app/takeLoggedOut.ts'
import { loadConfiguration, readPageConfiguration } from './app/loadConfiguration.ts'
import { untilStarted } from './app/untilStarted.ts'
import { restoreHandover } from './context/pageHandover.ts'
import { i18n, activateOrFallback } from './i18n/words.ts'
import type { bringMotion } from './motion/bringMotion.ts'
import { openVisit } from './session/visit.ts'
import { createBrowserHistory } from './router/createBrowserHistory.ts'
import { screenAt } from './routes/routes.ts'
import { applyLanguageSheet } from './themes/applyLanguageSheet.ts'
import { whenIdle } from './ui/whenIdle.ts'
import { chosenScheme, showScheme } from './themes/scheme.ts'

watchFiles()
// Before anything is fetched from here on.
hideRecoveryToken()
const hasLoggedOut = takeLoggedOut()
const visit = openVisit(location.href)
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
  const ofPage = await readPageConfiguration()
  const replaced = new AbortController()
  let hasWords = false
  const loading = untilStarted(root, async () => {
    // The first call of the page, beside its words.
    const asked = loadConfiguration()
    asked.catch(() => undefined)
    // The server has chosen the language, and written its direction beside it.
    await activateOrFallback(document.documentElement.lang)
    if (hasWords) return asked
    hasWords = true
    // The screen speaks the page's language, which may be another one than the words that came.
    const isPrerendered = i18n.locale === document.documentElement.lang
    showLanguage()
    i18n.on('change', showLanguage)
    if (ofPage !== null) {
      void show(root, ofPage, { isPrerendered, confirmed, signal: replaced.signal })
    }
    return asked
  })
  // Never for another configuration than the page's: nothing of it stays then.
  const confirmed = new Promise<void>((confirm) => {
    void loading.then((loaded) => isSame(loaded, ofPage) && confirm())
  })
  const configuration = await loading
  document.getElementById('late')?.remove()
  if (isSame(configuration, ofPage)) return
  replaced.abort()
  // Nearly always the page came with its theme. Without another one it is the page's.
  const themes = await import('./themes/applyTheme.ts').catch(() => null)
  await themes?.applyTheme(configuration.Environment)
  await show(root, configuration)
}

function isSame(one: Configuration, other: Configuration | null): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

interface Showing {
  /** The page has the same screen already. */
  readonly isPrerendered?: boolean
  /** Calls of the account API wait for it. */
  readonly confirmed?: Promise<void>
  /** Takes the portal away again. */
  readonly signal?: AbortSignal
}

async function show(
  root: HTMLElement,
  configuration: Configuration,
  { isPrerendered = false, confirmed, signal = new AbortController().signal }: Showing = {},
): Promise<void> {
  const { pathname } = location
  const history = createBrowserHistory(signal)
  const { portal, router } = createPortal(configuration, history, { confirmed, visit })
  const goesOn = restoreHandover(portal, hasInput(root))
  fetchAhead(router)
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted && !portal.session.isOfBrowser()) location.reload()
  })
  const loaded = router.load()
  if (hasLoggedOut) void loaded.then(() => announceLogOutOf(portal))
  // A prerendered screen stays until the portal's is there. A player's goes at once where the
  // session is another one by now.
  const isTheirs = root.dataset['player'] === undefined || portal.session.read().token !== null
  if (isPrerendered && isTheirs) await loaded
  if (signal.aborted) return
  // Early input belongs to this screen alone. The server does not know the state that an earlier
  // page has left.
  const isShown = isPrerendered && isTheirs && !goesOn && router.read()?.entry.pathname === pathname
  let replay: (() => void) | undefined = isShown ? holdInput(root) : endEarlyInput
  const app = (
    <StrictMode>
      <App
        i18n={i18n}
        portal={portal}
        router={router}
        onShown={() => {
          root.dataset['alive'] = ''
          void liveTranslated()
          whenIdle(watchPage)
          replay?.()
          replay = undefined
          if (portal.rules.hasMotion) whenIdle(() => void move(portal, router, signal))
        }}
      />
    </StrictMode>
  )
  const shown = isShown ? takeOver(root, app) : draw(root, app)
  signal.addEventListener('abort', () => {
    delete root.dataset['alive']
    shown.unmount()
  })
}

/** After a log-out that a site has asked for. */
async function announceLogOutOf(portal: Portal): Promise<void> {
  try {
    const { announceLogOut } = await import('./context/announceLogOut.ts')
    // A region that is there before its words is read out.
    whenIdle(() => announceLogOut(portal), 500)
  } catch {
    // Without a network the page says it by what it is.
  }
}

/** Before the browser translates the page, which it does some time after it has shown it. */
async function liveTranslated(): Promise<void> {
  try {
    const { surviveTranslation } = await import('@gatehouse/ui/survivesTranslation')
    surviveTranslation()
  } catch {
    // Without a network it is read as it is.
  }
}

/** Comes last, because the page does not need it. */
async function move(...page: Parameters<typeof bringMotion>): Promise<void> {
  try {
    await (await import('./motion/bringMotion.ts')).bringMotion(...page)
  } catch {
    // The page stays still.
  }
}

/**
 * The browser needs to know the language: how the page is read out, hyphenated, and from which side
 * it is read.
 */
function showLanguage(): void {
  const { documentElement } = document
  applyLanguageSheet(i18n.locale)
  if (documentElement.lang === i18n.locale) return
  documentElement.lang = i18n.locale
  documentElement.dir = directionOf(i18n.locale as Language)
}
