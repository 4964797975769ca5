import { type Path, paths, type Route, routeAt } from '@gatehouse/contract/routes'
import { hrefOf, type WholeQuery } from '../router/readEntry.ts'
import { RedirectError } from '../router/createRouter.ts'
import { isPartnerAccount } from '../session/partnerLogin.ts'
import { redirectOut } from '../router/redirectOut.ts'
import { leavePage } from '../context/pageHandover.ts'
import type { Portal } from '../context/portal.ts'
import { failurePage, requestIdOf } from './failurePage.ts'
import { screenAt } from './routes.ts'

/**
 * Runs before the screen of a path loads: rules of the environment first, then the session, then
 * the landing of a loaded page, then access. Throws a redirect for everyone else.
 */
export async function guard(portal: Portal, path: Path, query: WholeQuery): Promise<void> {
  const { rules, session, registration, page, logIn, failure } = portal
  const route = routeAt(path)
  const instead = route.redirect?.(rules, registration.accessKey !== '')
  if (instead) {
    // Sent to Home by the environment, a signed-in player really ends there.
    if (instead === paths.home) page.land()
    throw to(instead, isRegistering(instead) ? query : {})
  }
  if (isErrorPath(path)) return openForFrame(portal)
  failure.forget()
  // A wish holds for the screen that it was for.
  if (page.agreedTo !== path) page.agreeTo('')
  // No third-party script may see the input of some screens: where that changes, a new page
  // begins.
  const needsNewPage =
    portal.tags.needNewPage(path) || missesCaptcha(route, page.loadedPath, portal)
  if (needsNewPage) {
    leavePage(portal, path)
    await redirectOut(location.href)
  }

  const asksFresh = asksForFreshLogin(path, query) && !logIn.isDone
  // Back after a log-in: no step of it stays in sight while the answers for the account come.
  const isLeftAtOnce = page.hasLanded && route.access === 'visitor-else-account' && !asksFresh
  try {
    await session.open()
    const { token, user } = session.read()
    const needsUser = path !== paths.logout && !isLeftAtOnce
    if (token !== null && user === null && needsUser) await session.load()
  } catch (error) {
    throw toFailure(portal, error, path)
  }
  const isSignedIn = session.read().token !== null && !asksFresh
  const isHeld = isSignedIn && session.read().user?.MustEnrol
  if (isHeld && !isBeforeEnrolment(route)) throw toEnrolment(portal, path, query)
  if (isSignedIn && !isHeld) await land(portal)
  page.land()

  const access = route.access
  if (isSignedIn && access === 'visitor-else-account') {
    // Another tab has logged in: this one still has its own way.
    await goOn(portal)
    throw to(paths.account)
  }
  if (!isSignedIn && access === 'player-else-home') {
    // A player who has just left for good is not asked to come back. A partner's page would log in
    // at once.
    const isAsked = rules.goesBeyondSpecification && rules.signIn !== 'by-partner'
    throw isAsked && session.read().ended !== 'here' ? toLogin(portal, path, query) : to(paths.home)
  }
  if (!isSignedIn && access === 'player-else-login') throw toLogin(portal, path, query)
  if (path === paths.login && !isSignedIn) noteReason(portal, query)
  if (isSignedIn && isKeptByPartner(portal, route)) throw to(paths.account)
  const atPartner = isSignedIn ? null : route.partnerPage?.(rules)
  if (!atPartner) return
  await redirectOut(
    await addressOf(portal, atPartner).catch((error: unknown) => {
      throw toFailure(portal, error, path)
    }),
  )
}

/**
 * A client asks for a fresh log-in or another account: a signed-in player sees it like a visitor.
 */
function asksForFreshLogin(path: Path, query: WholeQuery): boolean {
  const { prompt } = query
  return path === paths.login ? prompt === 'login' : path === paths.register && prompt === 'create'
}

/**
 * The landing rule, once per page load. Leaves the portal or throws a redirect, or does nothing.
 */
async function land(portal: Portal): Promise<void> {
  const { page } = portal
  if (page.hasLanded) return
  page.land()
  const loaded = routeAt(page.loadedPath)
  if (!loaded?.isBusy) await goOn(portal)
  if (loaded?.isEntry) throw to(paths.account)
}

/** Leaves for where the player was heading, if that may be followed. */
async function goOn({ returnTo }: Portal): Promise<void> {
  const destination = await returnTo.take()
  if (destination?.kind === 'outside') await redirectOut(destination.url)
  if (destination?.kind === 'inside') throw new RedirectError(destination.path)
}

/** Where an error page is the first of its page, a signed-in player is known before it shows. */
async function openForFrame({ rules, session, page }: Portal): Promise<void> {
  const row = routeAt(page.loadedPath)
  const isFirst = row === undefined || isErrorPath(row.path as Path)
  if (!rules.goesBeyondSpecification || !isFirst) return
  try {
    await session.open()
    if (session.read().user === null) await session.load()
  } catch {
    // Without an answer the page stands alone.
  }
}

/** Lets the log-in say why it is shown, unless something happened just before that it says. */
function noteReason({ rules, session, logIn }: Portal, query: WholeQuery): void {
  if (!rules.goesBeyondSpecification || logIn.note !== null) return
  const { ended } = session.read()
  const wanted = String(query['redirectUrl']).replace(/\?.*/s, '')
  const isAccount = routeAt(wanted)?.access === 'player-else-home' && wanted !== paths.account
  const title = isAccount ? screenAt(wanted)?.title : null
  if (ended !== undefined && ended !== 'here') {
    logIn.explain({ kind: 'ended', ending: ended })
  } else if (title) {
    logIn.explain({ kind: 'wanted', title })
  }
}

function toLogin({ returnTo }: Portal, path: Path, query: WholeQuery) {
  const redirectUrl = hrefOf(path, query)
  returnTo.arrive({ redirectUrl })
  return to(paths.login, { redirectUrl })
}

/** The address of a page of the partner. Few deployments leave for one. */
async function addressOf(portal: Portal, page: 'login' | 'register'): Promise<string> {
  const { partnerPage } = await import('../session/partnerPage.ts')
  return partnerPage(portal, page)
}

/** The page of a failure: it offers the path once more, and never goes there without a press. */
function toFailure({ session, failure }: Portal, error: unknown, retry: Path) {
  failure.note({ retry, requestId: requestIdOf(error) })
  const { path, message } = failurePage(error, session.read().token !== null)
  return to(path, message === null ? {} : { message })
}

/** Until the second step is set up, the player gets there, out, and where the links of mails lead. */
function isBeforeEnrolment({ path, carriesSecret }: Route): boolean {
  return path === paths.enrolment || path === paths.logout || !!carriesSecret
}

/** Leads to the second step that is required, and from there to what the player wanted. */
function toEnrolment({ returnTo }: Portal, path: Path, query: WholeQuery) {
  if (!routeAt(path).isEntry && !returnTo.redirectUrl())
    returnTo.arrive({ redirectUrl: hrefOf(path, query) })
  return to(paths.enrolment)
}

function to(path: Path, query: WholeQuery = {}) {
  return new RedirectError(hrefOf(path, query))
}

/** True if a path changes data that a player's partner keeps. */
function isKeptByPartner({ rules, session }: Portal, route: Route): boolean {
  const { user } = session.read()
  const isPartners = user !== null && isPartnerAccount(user, rules)
  return isPartners && route.isKeptByPartner === true
}

/**
 * True if a form needs a captcha that its page cannot load: a page that a mail link opened loads
 * nothing from other sites.
 */
export function missesCaptcha(
  route: Route,
  loadedPath: string,
  { rules, configuration }: Pick<Portal, 'rules' | 'configuration'>,
): boolean {
  const isOfOthers = rules.asksCaptcha && configuration.CaptchaProvider !== 'altcha'
  return isOfOthers && route.asksCaptcha === true && routeAt(loadedPath)?.carriesSecret === true
}

/** A referrer's name survives the way to the access key and back. */
function isRegistering(path: Path): boolean {
  return path === paths.accessKey || path === paths.register
}

function isErrorPath(path: Path): boolean {
  return path.startsWith(paths.error)
}
