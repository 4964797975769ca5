import type { Configuration } from '@gatehouse/contract/configuration'
import { carried } from '@gatehouse/contract/carried'
import { rulesOf } from '@gatehouse/contract/environments'
import { paths } from '@gatehouse/contract/routes'
import { createConsent } from '../consent/createConsent.ts'
import { createTags } from '../consent/createTags.ts'
import { createDrafts } from '../context/drafts.ts'
import { createLastFailure } from '../context/failure.ts'
import { forgetPlayer } from '../context/forgetPlayer.ts'
import { createLogIn } from '../context/logIn.ts'
import { createPage } from '../context/page.ts'
import type { Portal, Services } from '../context/portal.ts'
import { createRegistration } from '../context/registration.ts'
import type { PageHistory } from '../router/createRouter.ts'
import { createReturnTo } from '../session/returnTo.ts'
import { createSession, type Session, type SessionState } from '../session/session.ts'
import { openVisit, type Visit } from '../session/visit.ts'
import { tabStore } from '../storage/tabStore.ts'
import { createNotifications, type NotifyOptions, notifyIn } from '../ui/notifications.ts'
import { createMoves, createRouting } from './navigation.ts'

interface Loaded {
  /** The session of a page that is rendered ahead. */
  readonly state?: SessionState | undefined
  /** The account API is not called before. */
  readonly confirmed?: Promise<void> | undefined
  readonly visit?: Visit
}

/** Puts a portal together for one loaded page. Reads nothing of the browser but its history. */
export function createPortal(
  configuration: Configuration,
  history: PageHistory,
  { state, confirmed, visit = openVisit(history.read().href) }: Loaded = {},
) {
  const rules = rulesOf(configuration)
  const session = createSession(configuration, state, whenJoined, confirmed)
  const consent = createConsent(rules, session)
  const returnTo = createReturnTo(session.api, configuration.AccountUrl.replace(/\/+$/, ''), visit)
  const { pathname, query } = history.read()
  const tags = createTags(configuration, rules, consent, pathname)
  const notifications = createNotifications()
  const services: Services = {
    configuration,
    rules,
    session,
    returnTo,
    consent,
    tags,
    page: createPage(pathname),
    logIn: createLogIn(),
    registration: createRegistration(),
    failure: createLastFailure(),
    drafts: createDrafts(),
    notifications,
    notify: (words: () => string, saying?: NotifyOptions) => notifyIn(notifications, words, saying),
  }

  function whenJoined() {
    returnTo.leaveLast()
    void router.load()
  }

  function scopedTo(isCurrent: () => boolean): Portal {
    return { ...services, ...createMoves(services, () => router, isCurrent), scopedTo }
  }

  const portal = scopedTo(() => true)
  const router = createRouting(portal, history)
  // A site may name the visitor; the name fills in a field and decides nothing.
  if (pathname === paths.login) portal.logIn.begin(carried('loginHint', query['login_hint']))
  if (rules.offersLanguages && typeof document !== 'undefined') {
    void import('./followLanguage.ts').then(({ followLanguage }) => followLanguage(session))
  }
  whenEnded(session, () => void router.load())
  whenAnother(session, () => {
    const { isDone } = portal.logIn
    forgetPlayer(portal)
    if (isDone) portal.logIn.finish()
    notifications.write(null)
  })
  return { portal, router }
}

/** What a player has left in this tab, whose session may have ended anywhere, is never the next one's. */
function whenAnother(session: Session, act: () => void): void {
  session.subscribe(() => {
    const { token } = session.read()
    if (token === null) return
    const last = tabStore.read('player')
    if (last === token.Id_User) return
    if (last !== null) act()
    tabStore.write('player', token.Id_User)
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
