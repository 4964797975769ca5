import type { SignInMethod } from '@gatehouse/contract/activity'
import { errors, interactionPolicy, type KoaContextWithOIDC } from 'oidc-provider'
import type { Executor } from '../../database/schema/executor.ts'
import { findById } from '../../database/accounts/players.ts'
import { secondFactorsOf } from '../../auth/session/requiredSecondStep.ts'
import type { Deployment } from '../../deployments/deployments.ts'
import { partOf, readClaims } from './scopeClaims.ts'
import type { OidcMaterials } from './oidcServices.ts'

/*
 * How strongly a session proves its player, as clients ask for it and read it. Each value satisfies
 * those before it. Trust in a browser raises none.
 */

export const acrValues = ['urn:gatehouse:acr:1', 'urn:gatehouse:acr:2', 'phr'] as const

type Methods = readonly SignInMethod[]

/**
 * `phr`: a passkey that has seen its player. 2: a password or a service, and a second factor, in this
 * session.
 */
export function acrOf(methods: Methods): (typeof acrValues)[number] {
  if (methods.includes('pk')) return 'phr'
  const hasSecond = methods.some((method) => ['otp', 'rec', 'pk2'].includes(method))
  const hasFirst = methods.some((method) => method === 'pwd' || method.startsWith('svc:'))
  return hasFirst && hasSecond ? 'urn:gatehouse:acr:2' : 'urn:gatehouse:acr:1'
}

/** The methods by their names of RFC 8176; none where only a partner knows them. */
export function amrOf(methods: Methods): string[] {
  const names = new Set<string>()
  if (methods.includes('pwd')) names.add('pwd')
  if (methods.includes('otp')) names.add('otp')
  // Which keys lie in hardware is not in the session: `swk` claims the lesser.
  if (methods.some((method) => method === 'pk' || method === 'pk2')) names.add('pop').add('swk')
  if (methods.includes('pk')) names.add('user')
  if (acrOf(methods) !== 'urn:gatehouse:acr:1') names.add('mfa')
  return [...names]
}

/**
 * The strength that a request names: by the claim `acr` of its ID token, or by `acr_values`. It
 * demands it by an essential claim alone; everything else is a wish (OpenID Connect Core, 5.5.1.1).
 */
interface AskedAcr {
  readonly values: readonly string[]
  /** Without any of the values the sign-in fails; a wish asks the player nothing. */
  readonly isEssential: boolean
}

export function askedAcr(params: Readonly<Record<string, unknown>>): AskedAcr {
  const claim = partOf(readClaims(params['claims']), 'id_token')['acr']
  const { essential, value, values } = (claim ?? {}) as Readonly<Record<string, unknown>>
  const named = [value, ...(Array.isArray(values) ? (values as unknown[]) : [])].filter(
    (one) => typeof one === 'string',
  )
  const wished = params['acr_values']
  const listed = typeof wished === 'string' ? wished.split(' ') : []
  if (essential !== true) return { values: [...listed, ...named], isEssential: false }
  const demanded = named.length > 0 ? named : listed
  // An essential claim without a value takes any.
  return { values: demanded, isEssential: demanded.length > 0 }
}

/** True if a session is as strong as one of the values that a request demands. */
export function meetsAcr({ values, isEssential }: AskedAcr, methods: Methods): boolean {
  return !isEssential || isMet(values, acrOf(methods))
}

function isMet(values: readonly string[], acr: string): boolean {
  return rankOf(acr) >= Math.min(...ranksOf(values))
}

function rankOf(value: string): number {
  return acrValues.findIndex((one) => one === value)
}

/** The ranks of the values that are known. */
function ranksOf(values: readonly string[]): readonly number[] {
  return values.map((value) => rankOf(value)).filter((rank) => rank !== -1)
}

/** The strongest value that a request demands and its session meets. */
export function essentialAcr(
  params: Readonly<Record<string, unknown>>,
  ofSession: string | undefined,
): string | undefined {
  const { values, isEssential } = askedAcr(params)
  const rank = Math.max(rankOf(ofSession ?? ''), 0)
  const met = ranksOf(values).filter((one) => one <= rank)
  return isEssential && met.length > 0 ? acrValues[Math.max(...met)] : undefined
}

/** The rank that a player can come to by the factors there are. */
function reachOf(factors: number): number {
  const has = secondFactorsOf(factors)
  if (has.includes('passkey')) return rankOf('phr')
  return rankOf(has.length > 0 ? 'urn:gatehouse:acr:2' : 'urn:gatehouse:acr:1')
}

/** True if a player's second step may meet what a request asks for. */
export async function canMeetAcr(
  executor: Executor,
  { name, rules }: Deployment,
  { values }: AskedAcr,
  playerId: number,
): Promise<boolean> {
  const ranks = ranksOf(values)
  if (!rules.offersStrongSignIn || ranks.length === 0) return false
  const player = await findById(executor, name, playerId)
  return player !== undefined && reachOf(player.factors) >= Math.min(...ranks)
}

const unmet = 'the requested strength of the authentication could not be obtained'

/**
 * The questions of the provider, with more: a visitor who shall register or choose an
 * account, and a session that is weaker than demanded, which goes through the portal's second step.
 * A player without the factors cannot, and the client learns it.
 */
export function policyOf({ database }: OidcMaterials, deployment: Deployment) {
  const policy = interactionPolicy.base()
  const check = async (ctx: KoaContextWithOIDC): Promise<boolean> => {
    const { session, params } = ctx.oidc
    if (session?.accountId === undefined) return false
    const asked = askedAcr(params ?? {})
    const acr = acrValues.find((one) => one === session.acr) ?? acrValues[0]
    if (!asked.isEssential || isMet(asked.values, acr)) return false
    if (await canMeetAcr(database.kysely, deployment, asked, Number(session.accountId))) return true
    throw new errors.UnmetAuthenticationRequirements(unmet)
  }
  const { Check, Prompt } = interactionPolicy
  const login = policy.get('login')
  // The library would ask for the very value, and a stronger session has it too.
  login?.checks.remove('essential_acr')
  login?.checks.remove('essential_acrs')
  login?.checks.add(new Check('acr_values', unmet, 'unmet_authentication_requirements', check))
  policy.add(new Prompt({ name: 'select_account', requestable: true }), 0)
  policy.add(new Prompt({ name: 'create', requestable: true }), 0)
  return policy
}

/** Lets the ID token say the methods wherever a request asks for a strength. */
export function askMethods({ oidc }: KoaContextWithOIDC): void {
  if (askedAcr(oidc.params ?? {}).values.length === 0) return
  oidc.claims.id_token = { amr: null, ...oidc.claims.id_token }
}
