import type { ProviderCallName } from '@gatehouse/contract/calls/connections'
import { isLinkable, identityProviderOf } from '@gatehouse/contract/identityProviderRow'
import type { Connect } from '@gatehouse/contract/entities'
import {
  camelCase,
  type CamelCase,
  identityProviderNames,
} from '@gatehouse/contract/identityProviderNames'
import type { IdentityProviderName } from '@gatehouse/contract/identityProviders'
import { isRestricted } from '../../deployments/secondStepPolicy.ts'
import { listConnectionsOf } from '../../database/federation/connectionStatements.ts'
import { listMovesFrom, listMovesTo } from '../../database/federation/linkMoves.ts'
import type { Handler } from '../../http/handler.ts'
import { isAllowedReturnUrl } from '../../deployments/isAllowedReturnUrl.ts'
import { type FederationContext, type FederationServices, handler } from '../federationServices.ts'
import { finishLinking, type Linked, redeemLinking } from './finishLinking.ts'
import { unlinkAccount } from './linkAccount.ts'
import { linkMethodOf } from './linkMethod.ts'
import { callbackPathOf, startLinking } from './startLinking.ts'

type CallOf<End extends string> = `${CamelCase<IdentityProviderName>}${End}` & ProviderCallName

function callOf<End extends string>(service: IdentityProviderName, end: End) {
  return `${camelCase(service)}${end}` as CallOf<End>
}

/** Answers the sign-in address of the service, or of the game publisher's redeemer in its place. */
function startHandler(service: IdentityProviderName) {
  const isOptional = identityProviderOf(service).startTakes === 'perhaps-both'
  return handler(callOf(service, 'Auth'), (context) => {
    const query = context.input.query as { callbackPath?: string; redirectUrl?: string }
    const callbackPath = query.callbackPath || (isOptional ? callbackPathOf(service) : '')
    return startLinking(context, service, callbackPath, query.redirectUrl ?? '')
  })
}

/** Links the account that the service, or the redeemer in its place, has for the browser's return. */
function finishHandler(service: IdentityProviderName) {
  const { finishTakes, finishAnswers } = identityProviderOf(service)
  return handler(callOf(service, 'Callback'), async (context) => {
    const body = context.input.body as Readonly<Record<string, string>>
    // An assertion comes from the browser, so the service has to confirm it.
    const { state = '', ...answer } = body
    const linked =
      finishTakes === 'openid-assertion'
        ? await finishLinking(context, service, state, answer)
        : await finishByCode(context, service, body)
    return finishAnswers === 'account' ? { AccountId: linked.AccountId } : linked
  })
}

/** `RedirectUrl` counts where the authorization request named none. */
async function finishByCode(
  context: FederationContext<CallOf<'Callback'>>,
  service: IdentityProviderName,
  body: Readonly<Record<string, string | undefined>>,
): Promise<Linked> {
  const { deployment, rules, refuse } = context
  const { Code: code = '', State: state = '', RedirectUrl: url = '' } = body
  if (body['CallbackPath'] !== callbackPathOf(service)) throw refuse('ERROR_NOT_ALLOWED')
  if (url !== '' && !isAllowedReturnUrl(deployment, url)) throw refuse('INVALID_REQUEST')
  const { redeemer } = identityProviderOf(service)
  const isRedeemed = redeemer && !redeemer.hasOwnCall && rules.usesGamePublisherRedeemer
  if (!isRedeemed && code === '') throw refuse('This request is not authorized.')
  const linked = isRedeemed
    ? await redeemLinking(context, service, state)
    : await finishLinking(context, service, state, { code })
  if (linked !== null) return { ...linked, RedirectUrl: linked.RedirectUrl ?? (url || null) }
  throw refuse(
    state === ''
      ? 'This request should contain a state parameter.'
      : 'This request is not authorized.',
  )
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

const providerCalls = Object.fromEntries(
  identityProviderNames.flatMap((service) =>
    [
      startHandler(service),
      finishHandler(service),
      ...(identityProviderOf(service).redeemer?.hasOwnCall ? [redeemHandler(service)] : []),
      unlinkHandler(service),
    ].map((one) => [one.name, one]),
  ),
) as { readonly [N in ProviderCallName]: Handler<N, FederationServices> }

/** The moves of linked accounts to the caller and away, by their services. */
async function movesOf({
  deployment,
  rules,
  services,
  caller,
}: FederationContext<'listConnections'>) {
  const moves = new Map<string, Pick<Connect, 'Move'>>()
  if (!rules.offersServiceSignIn) return moves
  const { kysely } = services.database
  const now = services.clock.now()
  for (const { id: Id, canonical_name, due_at } of await listMovesTo(
    kysely,
    deployment.name,
    caller.player_id,
  )) {
    moves.set(canonical_name, { Move: { Id, Kind: 'arrives', Until: due_at.toISOString() } })
  }
  const from = await listMovesFrom(kysely, deployment.name, caller.player_id, now)
  for (const { id: Id, canonical_name, due_at, until, moved_at, ended_at } of from) {
    if (ended_at !== null) continue
    const [Kind, at] =
      moved_at === null ? (['leaves', due_at] as const) : (['left', until] as const)
    moves.set(canonical_name, { Move: { Id, Kind, Until: at.toISOString() } })
  }
  return moves
}

/** The calls about linked accounts, with those of every service that players link. */
export const connectionCalls = {
  ...providerCalls,

  /**
   * Answers a row for each service, with the caller's linked account where there is one; none to a session
   * that has to set up a second step first.
   */
  listConnections: handler('listConnections', async (context) => {
    const { deployment, services, caller } = context
    if (isRestricted(deployment, caller)) return []
    const { kysely } = services.database
    const linked = await listConnectionsOf(kysely, deployment.name, caller.player_id)
    const moves = await movesOf(context)
    return identityProviderNames.map((name): Connect => {
      const { id, title } = identityProviderOf(name)
      const canLink = linkMethodOf(deployment, name) !== null
      const row = linked.find(({ canonical_name }) => canonical_name === name)
      return {
        Id: id,
        CanonicalName: name,
        Name: title,
        // The path is relative to the medias url.
        Icon: `connections/${name}.svg`,
        IsLinked: row !== undefined,
        ConnectName: row?.account_name ?? null,
        Avatar: row?.avatar || null,
        LastCheck: row?.last_check.toISOString() ?? null,
        Id_Account: row?.account_id ?? null,
        ...(canLink === isLinkable({ CanonicalName: name }) ? {} : { CanLink: canLink }),
        ...(row?.gone_at ? { IsGone: true as const } : {}),
        ...(row?.signs_in ? { SignsIn: true as const } : {}),
        ...moves.get(name),
      }
    })
  }),

  /**
   * Answers if a token is a valid one of the caller's own session; the portal asks before linking.
   * Refuses a missing token.
   */
  validateProfile: handler(
    'validateProfile',
    async ({ input: { body }, deployment, services, caller, refuse }) => {
      if (body.Token === '') throw refuse('ERROR_TOKEN_INVALID')
      const found = await services.sessions.authenticate(deployment, body.Token)
      return { Success: found?.session_id === caller.session_id }
    },
  ),
}
