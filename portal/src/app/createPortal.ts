import type { Configuration } from '@gatehouse/contract/configuration'
import { rulesOf } from '@gatehouse/contract/environments'
import { paths } from '@gatehouse/contract/paths'
import { createRouter, type RouterHistory } from '@tanstack/react-router'
import { createConsent } from '../consent/createConsent.ts'
import { createTags } from '../consent/createTags.ts'
import { createReturnTo } from '../session/createReturnTo.ts'
import { createVisit } from '../session/createVisit.ts'
import { leave } from '../session/leave.ts'
import type { Portal } from '../session/portal.ts'
import { createSession } from '../session/session.ts'
import { wasLost } from '../session/wasLost.ts'
import { failurePage } from './failurePage.ts'
import { requestIdOf } from './requestIdOf.ts'
import { FirstLoad } from './FirstLoad.tsx'
import { createRoutes } from './createRoutes.ts'
import { Breakdown } from './Breakdown.tsx'

/** Query values are texts: nothing of them is read as a number or as JSON. */
const asTexts = {
  parseSearch: (search: string) => Object.fromEntries(new URLSearchParams(search)),
  stringifySearch: (query: Record<string, unknown>) => {
    const search = new URLSearchParams(query as Record<string, string>).toString()
    return search === '' ? '' : `?${search}`
  },
}

/** Puts a portal together for one loaded page. Reads nothing of the browser but its history. */
export function createPortal(
  configuration: Configuration,
  history: RouterHistory,
  recoveryToken = '',
) {
  const rules = rulesOf(configuration)
  const session = createSession(configuration)
  const consent = createConsent(rules, session)
  const returnTo = createReturnTo(session.api, configuration.AccountUrl.replace(/\/+$/, ''))
  const { pathname, search } = history.location
  const tags = createTags(configuration, rules, consent, pathname)

  const portal: Portal = {
    configuration,
    rules,
    session,
    returnTo,
    consent,
    tags,
    visit: createVisit(pathname, recoveryToken),
    go: (path, { replace = false } = {}) => {
      void router.navigate({ to: path, replace })
    },
    async enter(identity, event = 'login_success') {
      await session.signIn(identity)
      tags.report(event)
      await portal.proceed()
    },
    async proceed() {
      const destination = await returnTo.take()
      if (destination?.kind === 'outside') await leave(destination.url)
      const href = destination?.kind === 'inside' ? destination.path : null
      if (href === null) portal.go('/account', { replace: true })
      else router.history.replace(href)
    },
    fail(error, { replace = false } = {}) {
      portal.visit.note({ requestId: requestIdOf(error) })
      // The same once more, unless the screen knows where else another try begins.
      if (wasLost(error) && portal.visit.notes.retry === '') {
        portal.visit.note({ retry: router.history.location.href })
      }
      const { path, message } = failurePage(error, session.read().token !== null)
      void router.navigate({ to: path, search: message === null ? {} : { message }, replace })
    },
  }

  const router = createRouter({
    ...asTexts,
    routeTree: createRoutes(portal),
    history,
    caseSensitive: true,
    // A slow service must not look like a broken page, a quick one must not flicker.
    defaultPendingMs: 400,
    defaultPendingMinMs: 0,
    defaultPendingComponent: FirstLoad,
    defaultErrorComponent: Breakdown,
    scrollRestoration: true,
    defaultViewTransition: {
      types: ({ pathChanged }) =>
        pathChanged && !matchMedia('(prefers-reduced-motion: reduce)').matches ? [] : false,
    },
  })

  const query = new URLSearchParams(search)
  returnTo.remember(pathname, query)
  // A site may know who comes; it fills in a field and decides nothing.
  if (pathname === paths.login) portal.visit.note({ username: query.get('login_hint') ?? '' })
  router.subscribe('onResolved', ({ toLocation }) => tags.arrive(toLocation.pathname))
  // A session that ended, in this tab or another, ends what is shown of it.
  let wasSignedIn = false
  session.subscribe(() => {
    const isSignedIn = session.read().token !== null
    if (wasSignedIn && !isSignedIn) void router.invalidate()
    wasSignedIn = isSignedIn
  })
  return { portal, router }
}
