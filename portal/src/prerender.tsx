import { setupI18n } from '@lingui/core'
import { type Configuration, readConfiguration } from '@gatehouse/contract/configuration'
import { rulesOf } from '@gatehouse/contract/environments'
import { type Path, routeAt } from '@gatehouse/contract/routes'
import { renderToString } from 'react-dom/server'
import { App } from './app/App.tsx'
import { createPortal } from './app/createPortal.ts'
import { messages } from './i18n/po/en.po'
import { createMemoryHistory } from './router/createMemoryHistory.ts'
import type { Portal } from './context/portal.ts'

/**
 * What a visitor without a session sees at a path, as HTML; null where they are sent elsewhere. It is
 * a picture of the screen: its fields take nothing, because nothing is done with it before the portal
 * is there in its place.
 */
export async function prerender(
  given: Configuration,
  path: Path,
  isConsentGiven: boolean,
): Promise<string | null> {
  const configuration = readConfiguration(given)
  const rules = rulesOf(configuration)
  const route = routeAt(path)
  if (route.redirect?.(rules, false) || route.partnerPage?.(rules)) return null
  const { portal, router } = createPortal(configuration, createMemoryHistory(path))
  await router.load()
  const shown = router.read()
  if (shown?.state !== 'ready' || shown.entry.pathname !== path) return null
  const i18n = setupI18n({ locale: 'en', messages: { en: messages } })
  const html = renderToString(
    <App i18n={i18n} portal={isConsentGiven ? withoutBanner(portal) : portal} router={router} />,
  )
  return html.replaceAll('<input ', '<input disabled ')
}

function withoutBanner(portal: Portal): Portal {
  const state = { ...portal.consent.read(), isAsked: false }
  return { ...portal, consent: { ...portal.consent, read: () => state } }
}
