import { lifetimes } from '@gatehouse/contract/limits'
import type { Provider, Session } from 'oidc-provider'
import type { Deployment } from '../../deployments/deployments.ts'
import type { LivingSession } from '../../auth/session/livingSession.ts'
import { acrOf, amrOf } from '../provider/acr.ts'
import type { Next, OidcMaterials, ProviderContext } from '../provider/oidcServices.ts'
import { cookieName } from '../../http/cookies.ts'
import { waitsForLogin } from '../provider/oidcAdapter.ts'
import { endSessionPath, framesOf, loggedOutHome, showFrames } from './logOutPages.ts'

/**
 * There is one session, the portal's. Before the provider reads its own session, this replaces the
 * browser's value by the one that stands for the portal's session. None of it returns to the
 * browser. A confirmed log-out here ends the portal's session as well.
 */
export async function syncProviderSession(
  materials: OidcMaterials,
  deployment: Deployment,
  provider: Provider,
  ctx: ProviderContext,
  next: Next,
): Promise<void> {
  if (!/^\/(auth|session\/end)(\/|$)/.test(ctx.path)) return next()
  const name = provider.cookieName('session')
  const living = await livingOf(materials, deployment, ctx)
  if (!living) {
    putCookie(ctx, name, null)
    await next()
    return answerVisitor(deployment, provider, ctx)
  }
  const session = await sessionOf(provider, living)
  putCookie(ctx, name, session.jti)
  const frames = framesOf(deployment, session)
  await next()
  const { oidc } = ctx
  dropCookies(ctx, provider)
  const hasEnded = (oidc?.session as { destroyed?: boolean } | undefined)?.destroyed === true
  if (!hasEnded) return
  const { playerId: player_id, family } = living
  await materials.sessions.revoke(deployment, { player_id, family })
  const { isSecure: secure } = deployment
  const ended = [
    [cookieName(deployment, 'sites'), 'lax'],
    [cookieName(deployment, 'session'), 'strict'],
  ] as const
  for (const [cookie, sameSite] of ended) {
    ctx.cookies.set(cookie, null, { path: '/', httpOnly: true, secure, sameSite, signed: false })
  }
  if (ctx.response.get('location').endsWith(`${endSessionPath}/success`)) {
    ctx.redirect(loggedOutHome(deployment))
  }
  showFrames(materials.renderPage, deployment, ctx, frames)
}

/** The provider's session that stands for a living one of ours. */
export async function sessionOf(provider: Provider, living: LivingSession): Promise<Session> {
  const accountId = String(living.playerId)
  const loginTs = Math.floor(living.authenticatedAt.getTime() / 1000)
  const known = await provider.Session.findByUid(living.family)
  const [acr, amr] = [acrOf(living.methods), amrOf(living.methods)]
  const isKnown = known?.accountId === accountId && known.loginTs === loginTs
  if (isKnown && known.acr === acr && (known.amr ?? []).join(' ') === amr.join(' ')) return known
  // The types leave out that a session, like every model, is constructed from its payload.
  const Made = provider.Session as unknown as new (payload: { uid: string; jti: string }) => Session
  // By one name: the session of a client's token is found by the key of its row.
  const session = known ?? new Made({ uid: living.family, jti: living.family })
  session.loginAccount({ accountId, loginTs, acr, ...(amr.length > 0 ? { amr } : {}) })
  await session.save(lifetimes.session)
  return session
}

/** A page of another site that shows or fetches ours has no session. */
async function livingOf(
  { sessions }: OidcMaterials,
  deployment: Deployment,
  ctx: ProviderContext,
): Promise<LivingSession | null> {
  const destination = ctx.get('sec-fetch-dest')
  if (destination !== '' && destination !== 'document') return null
  const secret = ctx.cookies.get(cookieName(deployment, 'sites'), { signed: false })
  return secret === undefined ? null : sessions.findByClientsSecret(deployment, secret)
}

/** Replaces the browser's own value of a cookie, which nothing may believe, or takes it away. */
function putCookie(ctx: ProviderContext, name: string, value: string | null): void {
  const others = ctx.get('cookie').split('; ')
  const kept = others.filter((cookie) => cookie !== '' && !cookie.startsWith(`${name}=`))
  const own = value === null ? [] : [`${name}=${value}`]
  ctx.req.headers.cookie = [...kept, ...own].join('; ')
}

/**
 * The provider keeps nothing for a visitor, so none of its cookies means anything. A visitor's
 * log-out has nothing to confirm: it is done.
 */
function answerVisitor(deployment: Deployment, provider: Provider, ctx: ProviderContext): void {
  const { oidc } = ctx
  dropCookies(ctx, provider)
  const asked = oidc?.session?.state as Partial<Record<string, string>> | undefined
  if (ctx.path !== '/session/end' || asked === undefined) return
  const page = new URL(asked['postLogoutRedirectUri'] ?? loggedOutHome(deployment))
  if (asked['postLogoutRedirectUri'] !== undefined && asked['state'] !== undefined) {
    page.searchParams.set('state', asked['state'])
  }
  ctx.status = 303
  ctx.redirect(page.href)
}

/** Drops the provider's answered session, and the cookies of an interaction that it has not written down. */
function dropCookies(ctx: ProviderContext, provider: Provider): void {
  const interaction = ctx.oidc?.entities.Interaction
  const isUnused = interaction !== undefined && waitsForLogin(interaction)
  const dropped = isUnused ? (['session', 'interaction', 'resume'] as const) : ['session' as const]
  const patterns = dropped.map(
    (cookie) => new RegExp(String.raw`^${provider.cookieName(cookie)}(?:\.sig)?=`),
  )
  const answered = [ctx.response.get('set-cookie')].flat().filter(Boolean)
  const kept = answered.filter((cookie) => !patterns.some((pattern) => pattern.test(cookie)))
  ctx.remove('set-cookie')
  if (kept.length > 0) ctx.set('set-cookie', kept)
}
