import * as z from 'zod'
import { carriedBounds } from '../carried.ts'
import type { ErrorCode } from '../errors.ts'
import { camelCase, type CamelCase, identityProviderNames } from '../identityProviderNames.ts'
import {
  type IdentityProviderName,
  type IdentityProviders,
  identityProviders,
} from '../identityProviders.ts'
import { connect } from './entities.ts'
import { get, linkBanOf, post } from './row.ts'
import { foreign, needed, nothing, text } from './values.ts'

const url = z.string()
const redirectUrl = text('INVALID_REQUEST', carriedBounds.linkRedirectUrl)
const callbackPath = text('ERROR_NOT_ALLOWED')
const neededPath = needed(callbackPath)
// Optional, because the flow cookie finds the linking too; if present, it must be right.
const state = foreign().removeDefault().optional()

const startQueries = {
  path: z.object({ callbackPath: neededPath }),
  'path-and-url': z.object({ callbackPath: neededPath, redirectUrl }),
  'path-and-perhaps-url': z.object({
    callbackPath: neededPath,
    redirectUrl: redirectUrl.optional(),
  }),
  'perhaps-both': z.object({
    callbackPath: callbackPath.optional(),
    redirectUrl: redirectUrl.optional(),
  }),
}

const finishBodies = {
  code: z.object({ Code: needed(foreign()), State: state, CallbackPath: neededPath }),
  'code-and-state': z.object({
    Code: needed(foreign()),
    State: needed(state),
    CallbackPath: neededPath,
  }),
  'code-or-state': z.object({
    Code: foreign().removeDefault().optional(),
    State: state,
    RedirectUrl: redirectUrl.removeDefault().optional(),
    CallbackPath: neededPath,
  }),
  'openid-assertion': z.record(z.string().max(200), z.string().max(8000)),
}

/** The parameters of the browser's return; there may be others. */
const assertion = z.object({
  state: z.string(),
  'openid.ns': z.string(),
  'openid.mode': z.string(),
  'openid.op_endpoint': z.string(),
  'openid.claimed_id': z.string(),
  'openid.identity': z.string(),
  'openid.return_to': z.string(),
  'openid.response_nonce': z.string(),
  'openid.assoc_handle': z.string(),
  'openid.signed': z.string(),
  'openid.sig': z.string(),
})

const finishAnswers = {
  account: z.object({ AccountId: z.string() }),
  'account-and-url': z.object({ AccountId: z.string(), RedirectUrl: z.string().nullable() }),
}

/** The types of the columns that only some rows have. */
type Column<N extends IdentityProviderName, C extends string> = IdentityProviders[N][Extract<
  C,
  keyof IdentityProviders[N]
>]

type StartQuery<N extends IdentityProviderName> = (typeof startQueries)[Column<N, 'startTakes'>]
type FinishBody<N extends IdentityProviderName> = (typeof finishBodies)[Column<N, 'finishTakes'>]
type FinishAnswer<N extends IdentityProviderName> = (typeof finishAnswers)[Column<
  N,
  'finishAnswers'
>]

type LinkRefusal<N extends IdentityProviderName> =
  | Extract<Column<N, 'banCode' | 'notVerified' | 'unreachable'>, ErrorCode>
  | 'ERROR_USER_CONFIRMED'
  | 'ERROR_USER_STEAM_EXIST'
  | 'This request is not authorized.'
  | 'This request should contain a state parameter.'

const when = { hasConnectionsSection: true } as const

/** The columns that all calls of a linking share. */
function linking<N extends IdentityProviderName>(name: N) {
  const { notVerified, unreachable } = identityProviders[name]
  const ipBan = linkBanOf(name)
  const refusals: ReadonlySet<ErrorCode> = new Set([
    'ERROR_USER_CONFIRMED',
    'ERROR_USER_STEAM_EXIST',
    'This request is not authorized.',
    'This request should contain a state parameter.',
    ipBan.code,
    notVerified,
    unreachable,
  ])
  return { when, ipBan, refusals: [...refusals] as readonly LinkRefusal<N>[] }
}

function startCall<N extends IdentityProviderName>(name: N) {
  const query = startQueries[identityProviders[name].startTakes] as StartQuery<N>
  return get(`${segmentOf(name)}/auth`, 'player', {
    ...linking(name),
    input: { query },
    answer: url,
  })
}

function finishCall<N extends IdentityProviderName>(name: N) {
  const { finishTakes, finishAnswers: answer } = identityProviders[name]
  return post(`${segmentOf(name)}/callback`, 'player', {
    ...linking(name),
    input: { body: finishBodies[finishTakes] as FinishBody<N> },
    ...(finishTakes === 'openid-assertion' ? { documented: { body: assertion } } : {}),
    answer: finishAnswers[answer] as FinishAnswer<N>,
  })
}

/** Ends a linking with the account that the game publisher's redeemer keeps for a state. */
function redeemCall<N extends IdentityProviderName>(name: N) {
  return post(`${segmentOf(name)}/partner/callback`, 'player', {
    ...linking(name),
    input: { body: z.object({ State: needed(foreign()) }) },
    answer: finishAnswers['account-and-url'],
  })
}

function unlinkCall<N extends IdentityProviderName>(name: N) {
  return post(`${segmentOf(name)}/unlink`, 'player', {
    when,
    input: { body: unlinkBodyOf(name) },
    answer: nothing,
    refusals: ['ERROR_ACCOUNT_HELD', 'ERROR_REAUTHENTICATION_REQUIRED', 'ERROR_LAST_WAY_IN'],
  })
}

type UnlinkBody<N extends IdentityProviderName> = IdentityProviders[N] extends {
  readonly unlinkField: infer Field extends string
}
  ? z.ZodObject<{ [F in Field]: ReturnType<typeof text> }>
  : typeof nothing

function unlinkBodyOf<N extends IdentityProviderName>(name: N): UnlinkBody<N> {
  const row: IdentityProviders[IdentityProviderName] = identityProviders[name]
  const body =
    'unlinkField' in row
      ? z.object({ [row.unlinkField]: needed(text('ERROR_NOT_ALLOWED')) })
      : nothing
  return body as UnlinkBody<N>
}

/** A canonical name without hyphens, as the paths of its calls begin. */
function segmentOf(name: IdentityProviderName): string {
  return name.replaceAll('-', '')
}

type RedeemedByOwnCall = {
  [N in IdentityProviderName]: IdentityProviders[N] extends {
    readonly redeemer: { readonly hasOwnCall: true }
  }
    ? N
    : never
}[IdentityProviderName]

type ProviderCalls = {
  readonly [N in IdentityProviderName as `${CamelCase<N>}Auth`]: ReturnType<typeof startCall<N>>
} & {
  readonly [N in IdentityProviderName as `${CamelCase<N>}Callback`]: ReturnType<
    typeof finishCall<N>
  >
} & {
  readonly [N in RedeemedByOwnCall as `${CamelCase<N>}PartnerCallback`]: ReturnType<
    typeof redeemCall<N>
  >
} & {
  readonly [N in IdentityProviderName as `${CamelCase<N>}Unlink`]: ReturnType<typeof unlinkCall<N>>
}

/** The calls of each identity provider, named after it. */
const providerCalls = Object.fromEntries(
  identityProviderNames.flatMap((name) => {
    const start = camelCase(name)
    const row: IdentityProviders[IdentityProviderName] = identityProviders[name]
    return [
      [`${start}Auth`, startCall(name)],
      [`${start}Callback`, finishCall(name)],
      ...('redeemer' in row && row.redeemer.hasOwnCall
        ? [[`${start}PartnerCallback`, redeemCall(name)]]
        : []),
      [`${start}Unlink`, unlinkCall(name)],
    ]
  }),
) as ProviderCalls

export type ProviderCallName = keyof ProviderCalls

export const connectionCalls = {
  /** Empty for a session that has to set up a second step first. */
  listConnections: get('profile/connects', 'player', {
    isBeforeEnrolment: true,
    answer: z.array(connect),
    refusals: [],
  }),
  ...providerCalls,
}
