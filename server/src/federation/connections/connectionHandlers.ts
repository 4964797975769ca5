import type { ProviderCallName } from '@gatehouse/contract/calls/connections'
import {
  camelCase,
  type CamelCase,
  identityProviderNames,
  identityProviderOf,
} from '@gatehouse/contract/identityProviderNames'
import type { IdentityProviderName } from '@gatehouse/contract/identityProviders'
import type { Handler } from '../../http/handler.ts'
import type { FederationServices } from '../federationServices.ts'
import { type FederationContext, handler } from '../handler.ts'
import { isAllowedReturnUrl } from '../../tenants/isAllowedReturnUrl.ts'
import { callbackPathOf } from './callbackPathOf.ts'
import { finishLinking, type Linked } from './finishLinking.ts'
import { redeemLinking } from './redeemLinking.ts'
import { startLinking } from './startLinking.ts'
import { unlinkAccount } from './unlinkAccount.ts'

type CallOf<End extends string> = `${CamelCase<IdentityProviderName>}${End}` & ProviderCallName

function callOf<End extends string>(service: IdentityProviderName, end: End) {
  return `${camelCase(service)}${end}` as CallOf<End>
}

/** Answers the sign-in address of the service, or of the game publisher's redeemer in its place. */
function startHandler(service: IdentityProviderName) {
  return handler(callOf(service, 'Auth'), (context) => {
    const query: {
      readonly callbackPath?: string | undefined
      readonly redirectUrl?: string | undefined
    } = context.input.query
    const { callbackPath = '', redirectUrl = '' } = query
    const { startTakes } = identityProviderOf(service)
    const isOptional = startTakes === 'perhaps-both' && callbackPath === ''
    return startLinking(context, service, {
      callbackPath: isOptional ? callbackPathOf(service) : callbackPath,
      redirectUrl,
    })
  })
}

/** Links the account that the service, or the redeemer in its place, has for the browser's return. */
function finishHandler(service: IdentityProviderName) {
  const { finishTakes, finishAnswers } = identityProviderOf(service)
  return handler(callOf(service, 'Callback'), async (context) => {
    const linked =
      finishTakes === 'openid-assertion'
        ? await finishByAssertion(context, service)
        : await finishByCode(context, service)
    return finishAnswers === 'account' ? { AccountId: linked.AccountId } : linked
  })
}

type FinishContext = FederationContext<CallOf<'Callback'>>

/** The assertion comes from the browser, so the service has to confirm it. */
function finishByAssertion(context: FinishContext, service: IdentityProviderName): Promise<Linked> {
  const { state = '', ...answer } = context.input.body as Readonly<Record<string, string>>
  return finishLinking(context, service, { state, answer })
}

/** `RedirectUrl` counts where the authorization request named none. */
async function finishByCode(
  context: FinishContext,
  service: IdentityProviderName,
): Promise<Linked> {
  const { deployment, rules, refuse } = context
  const body = context.input.body as Readonly<Record<string, string | undefined>>
  const { Code: code = '', State: state = '', RedirectUrl: url = '' } = body
  if (body['CallbackPath'] !== callbackPathOf(service)) throw refuse('ERROR_NOT_ALLOWED')
  if (url !== '' && !isAllowedReturnUrl(deployment, url)) throw refuse('INVALID_REQUEST')
  const { redeemer } = identityProviderOf(service)
  if (redeemer && !redeemer.hasOwnCall && rules.usesGamePublisherRedeemer) {
    const redeemed = await redeemLinking(context, service, state)
    if (redeemed !== null) return withReturnUrl(redeemed, url)
    throw refuse(
      state === ''
        ? 'This request should contain a state parameter.'
        : 'This request is not authorized.',
    )
  }
  if (code === '') throw refuse('This request is not authorized.')
  return withReturnUrl(await finishLinking(context, service, { state, answer: { code } }), url)
}

function withReturnUrl(linked: Linked, url: string): Linked {
  return { ...linked, RedirectUrl: linked.RedirectUrl ?? (url || null) }
}

/** Links the account that the game publisher's redeemer has for a state. */
function redeemHandler(service: IdentityProviderName) {
  return handler(callOf(service, 'PartnerCallback'), async (context) => {
    const linked = await redeemLinking(context, service, context.input.body.State)
    if (linked === null) throw context.refuse('This request should contain a state parameter.')
    return linked
  })
}

/** Unlinks the caller's account; a row with an `unlinkField` requires the account's id. */
function unlinkHandler(service: IdentityProviderName) {
  const { unlinkField } = identityProviderOf(service)
  return handler(callOf(service, 'Unlink'), async (context) => {
    const body = context.input.body as Readonly<Record<string, string>>
    await unlinkAccount(context, service, unlinkField && (body[unlinkField] ?? ''))
    return {}
  })
}

/** The handlers of the calls of every service that players link. */
export const connectionHandlers = Object.fromEntries(
  identityProviderNames.flatMap((service) =>
    [
      startHandler(service),
      finishHandler(service),
      ...(identityProviderOf(service).redeemer?.hasOwnCall ? [redeemHandler(service)] : []),
      unlinkHandler(service),
    ].map((one) => [one.name, one]),
  ),
) as { readonly [N in ProviderCallName]: Handler<N, FederationServices> }
