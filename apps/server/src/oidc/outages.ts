import { paths } from '@gatehouse/contract/routes'
import type { Provider } from 'oidc-provider'
import { isConflict, isUnreachable } from '../database/errors/databaseErrors.ts'
import { randomInt } from '../platform/crypto/random.ts'
import { logEvent } from '../platform/observability/events.ts'
import type { Deployment } from '../deployments/deployments.ts'
import { portalPage } from './interactions/visit.ts'
import type { OidcMaterials } from './provider/oidcServices.ts'

/**
 * While the database is out of reach, clients get 503 and a time to wait, as at every other call: a
 * defect of ours, as the library takes each unknown error for, would keep them from trying again. A
 * sign-in under way goes back to its client with `server_error`.
 */
export function answerOutages(
  provider: Provider,
  { log }: OidcMaterials,
  deployment: Deployment,
): void {
  const met = new WeakSet<object>()
  const note = (ctx: object, err: Error) => {
    const isOutage = isUnreachable(err) || isConflict(err)
    if (isOutage) met.add(ctx)
    logEvent(log, isOutage ? 'oidc.unavailable' : 'oidc.internal_error', { err })
    return isOutage
  }
  provider.on('server_error', note)
  provider.use(async (ctx, next) => {
    try {
      await next()
    } catch (error) {
      // Outside of the library's own handling, as where the session is read.
      if (!(error instanceof Error && note(ctx, error))) throw error
      ctx.status = 500
    }
    if (met.has(ctx) && ctx.status >= 500) answer(deployment, ctx)
  })
}

type Context = Parameters<Parameters<Provider['use']>[0]>[0]

function answer(deployment: Deployment, ctx: Context): void {
  ctx.set('retry-after', String(randomInt(1, 6)))
  if (ctx.accepts('json', 'html') === 'html') {
    ctx.status = 303
    ctx.redirect(portalPage(deployment, paths.internalError, {}))
    return
  }
  ctx.status = 503
  ctx.body = { error: 'temporarily_unavailable' }
}
