import type { Configuration } from '@gatehouse/contract/configuration'
import { rulesOf } from '@gatehouse/contract/environments'
import { paths } from '@gatehouse/contract/routes'
import { createConsent } from '../consent/createConsent.ts'
import { createTags } from '../consent/createTags.ts'
import { hrefOf } from '../router/hrefOf.ts'
import type { PageHistory } from '../router/pageHistory.ts'
import { createReturnTo } from '../session/returnTo.ts'
import { createNews, sayIn } from '../context/news.ts'
import { createPageState } from '../context/pageState.ts'
import { redirectOut } from '../router/redirectOut.ts'
import type { Portal } from '../context/portal.ts'
import { createSession } from '../session/session.ts'
import { isNetworkError } from '../session/isNetworkError.ts'
import { failurePage, requestIdOf } from '../routes/failurePage.ts'
import { createRouting } from './createRouting.ts'

/** Puts a portal together for one loaded page. Reads nothing of the browser but its history. */
export function createPortal(
  configuration: Configuration,
  history: PageHistory,
  recoveryToken = '',
) {
  const rules = rulesOf(configuration)
  const session = createSession(configuration)
  const consent = createConsent(rules, session)
  const returnTo = createReturnTo(session.api, configuration.AccountUrl.replace(/\/+$/, ''))
  const { pathname, query } = history.read()
  const tags = createTags(configuration, rules, consent, pathname)

  const news = createNews()

  const portal: Portal = {
    configuration,
    rules,
    session,
    returnTo,
    consent,
    tags,
    pageState: createPageState(pathname, recoveryToken),
    news,
    say: (words) => sayIn(news, words),
    go: (path, { replace = false } = {}) => {
      void router.navigate(path, { replace })
    },
    async enter(identity, event = 'login_success') {
      await session.signIn(identity)
      tags.report(event)
      await portal.proceed()
    },
    async proceed() {
      const destination = await returnTo.take()
      if (destination?.kind === 'outside') await redirectOut(destination.url)
      const href = destination?.kind === 'inside' ? destination.path : null
      if (href === null) portal.go('/account', { replace: true })
      else await router.navigate(href, { replace: true })
    },
    fail(error, { replace = false } = {}) {
      portal.pageState.update({ requestId: requestIdOf(error) })
      // The same once more, unless the screen knows where else another try begins.
      if (isNetworkError(error) && portal.pageState.current.retry === '') {
        portal.pageState.update({ retry: history.read().href })
      }
      const { path, message } = failurePage(error, session.read().token !== null)
      void router.navigate(hrefOf(path, message === null ? {} : { message }), { replace })
    },
  }

  const router = createRouting(portal, history)
  returnTo.remember(pathname, new URLSearchParams(query))
  // A site may know who comes; it fills in a field and decides nothing.
  if (pathname === paths.login) portal.pageState.update({ username: query['login_hint'] ?? '' })
  // A session that ended, in this tab or another, ends what is shown of it.
  let wasSignedIn = false
  session.subscribe(() => {
    const isSignedIn = session.read().token !== null
    if (wasSignedIn && !isSignedIn) void router.load()
    wasSignedIn = isSignedIn
  })
  return { portal, router }
}
