import { CallError } from '@gatehouse/client/client'
import { isMissingFile } from '@gatehouse/ui/oldBuild'
import type { Configuration } from '@gatehouse/contract/configuration'
import { carried } from '@gatehouse/contract/carried'
import { rulesOf } from '@gatehouse/contract/environments'
import { paths } from '@gatehouse/contract/routes'
import { createConsent } from '../consent/createConsent.ts'
import { createTags } from '../consent/createTags.ts'
import { hrefOf } from '../router/readEntry.ts'
import type { PageHistory } from '../router/pageHistory.ts'
import { createReturnTo } from '../session/returnTo.ts'
import { createLoading } from '../context/loading.ts'
import { createNews, type Saying, sayIn } from '../ui/news.ts'
import { createPageState } from '../context/pageState.ts'
import { redirectOut, whenStayed } from '../router/redirectOut.ts'
import type { Portal } from '../context/portal.ts'
import { openVisit, type Visit } from '../session/visit.ts'
import { createSession, type Session, type SessionState } from '../session/session.ts'
import { tabStore } from '../storage/tabStore.ts'
import { isNetworkError } from '../session/isNetworkError.ts'
import { failurePage, incidentOf, lockOf, requestIdOf } from '../routes/failurePage.ts'
import { createRouting } from './createRouting.ts'
import { forgetInputOfVisitor } from '../forms/submit/keepInput.ts'

interface Loaded {
  /** The session of a page that is rendered ahead. */
  readonly known?: SessionState | undefined
  /** The account API is not called before. */
  readonly confirmed?: Promise<void> | undefined
  readonly visit?: Visit
}

/** Puts a portal together for one loaded page. Reads nothing of the browser but its history. */
export function createPortal(
  configuration: Configuration,
  history: PageHistory,
  { known, confirmed, visit = openVisit(history.read().href) }: Loaded = {},
) {
  const rules = rulesOf(configuration)
  const session = createSession(configuration, known, whenJoined, confirmed)
  const consent = createConsent(rules, session)
  const returnTo = createReturnTo(session.api, configuration.AccountUrl.replace(/\/+$/, ''), visit)
  const { pathname, query } = history.read()
  const tags = createTags(configuration, rules, consent, pathname)
  const pageState = createPageState(pathname)
  const loading = createLoading()
  const news = createNews()
  const parts = {
    configuration,
    rules,
    session,
    returnTo,
    consent,
    tags,
    pageState,
    loading,
    news,
    say: (words: () => string, saying?: Saying) => sayIn(news, words, saying),
  }

  function whenJoined() {
    returnTo.leaveLast()
    void router.load()
  }

  function scopedTo(isCurrent: () => boolean): Portal {
    const portal: Portal = {
      ...parts,
      isCurrent,
      scopedTo,
      go: (href, move) => void (isCurrent() && router.navigate(href, move)),
      async leave(url, options) {
        if (isCurrent()) await Promise.race([redirectOut(url, options), whenStayed()])
      },
      async follow(destination, otherwise) {
        if (destination?.kind === 'outside') return portal.leave(destination.url)
        if (isCurrent()) await router.navigate(destination?.path ?? otherwise, { replace: true })
      },
      async enter(identity, clientId = returnTo.clientId()) {
        begin(pageState)
        await session.signIn(identity, clientId)
        tags.sendEvent('login_success')
        await portal.proceed()
      },
      async proceed() {
        if (isCurrent()) await portal.follow(await returnTo.take(), paths.account)
      },
      fail(error, { replace = false, canRetry = false } = {}) {
        if (!isCurrent()) return
        pageState.update({
          requestId: requestIdOf(error),
          incident: incidentOf(error, history.read().pathname),
          isRetryBehind: false,
          lock: lockOf(error),
        })
        // The same once more, unless the screen knows where else another try begins.
        if ((canRetry || mayCome(error)) && pageState.current.retry === '') {
          pageState.update({ retry: history.read().href, isRetryBehind: !replace })
        }
        const { path, message } = failurePage(error, session.read().token !== null)
        void router.navigate(hrefOf(path, message === null ? {} : { message }), { replace })
      },
    }
    return portal
  }

  const portal = scopedTo(() => true)
  const router = createRouting(portal, history)
  // A site may name the visitor; the name fills in a field and decides nothing.
  if (pathname === paths.login)
    portal.pageState.update({ username: carried('loginHint', query['login_hint']) })
  if (rules.offersLanguages && typeof document !== 'undefined') {
    void import('./followLanguage.ts').then(({ followLanguage }) => followLanguage(session))
  }
  whenEnded(session, () => void router.load())
  whenAnother(session, () => forgetPlayer(parts))
  return { portal, router }
}

/** True for what did not come now, and may another time. */
function mayCome(error: unknown): boolean {
  const isOverloaded =
    error instanceof CallError && error.status === 503 && error.retryAfter !== null
  return isNetworkError(error) || isMissingFile(error) || isOverloaded
}

/** A registration that waited is confirmed now, or it is another player's. */
function begin(pageState: Portal['pageState']): void {
  pageState.update({ hasLoggedIn: true, registered: null })
  forgetInputOfVisitor()
}

function forgetPlayer({ pageState, news }: Pick<Portal, 'pageState' | 'news'>): void {
  const { hasLoggedIn } = pageState.current
  pageState.forgetPlayer()
  pageState.update({ hasLoggedIn })
  news.write(null)
}

/** What a player has left in this tab, whose session may have ended anywhere, is never the next one's. */
function whenAnother(session: Session, act: () => void): void {
  session.subscribe(() => {
    const { token } = session.read()
    if (token === null) return
    const last = tabStore.read('player')
    if (last === token.Id_User) return
    if (last !== null) act()
    tabStore.keep('player', token.Id_User)
  })
}

/** A session that ended, in this tab or another, clears its screens. */
function whenEnded(session: Session, act: () => void): void {
  let wasSignedIn = false
  session.subscribe(() => {
    const isSignedIn = session.read().token !== null
    if (wasSignedIn && !isSignedIn) act()
    wasSignedIn = isSignedIn
  })
}
