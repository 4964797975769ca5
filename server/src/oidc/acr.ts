import type { SignInMethod } from '@gatehouse/contract/activity'
import { errors, interactionPolicy, type KoaContextWithOIDC } from 'oidc-provider'
import { findById } from '../database/accounts/players.ts'
import { secondFactorsOf } from '../auth/session/secondStep.ts'
import type { Deployment } from '../tenants/deployments.ts'
import type { OidcMaterials } from './createOidc.ts'

/*
 * How strongly a session proves its player, as clients ask for it and read it. Each value satisfies
 * those before it. Trust in a browser raises none.
 */

export const acrValues = ['urn:gatehouse:acr:1', 'urn:gatehouse:acr:2', 'phr'] as const

type Methods = readonly SignInMethod[]

/** `phr`: a passkey that has seen its player. 2: a password and a second factor, in this session. */
export function acrOf(methods: Methods): (typeof acrValues)[number] {
  if (methods.includes('pk')) return 'phr'
  const hasSecond = methods.some((method) => ['otp', 'rec', 'pk2'].includes(method))
  return methods.includes('pwd') && hasSecond ? 'urn:gatehouse:acr:2' : 'urn:gatehouse:acr:1'
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

/** Whether a session is as strong as one of the values that a request asks for; unknown ones ask nothing. */
export function meetsAcr(asked: unknown, methods: Methods): boolean {
  const known = textsOf(asked).map((value) => rankOf(value))
  const ranks = known.filter((rank) => rank !== -1)
  return ranks.length === 0 || rankOf(acrOf(methods)) >= Math.min(...ranks)
}

function rankOf(value: string): number {
  return acrValues.findIndex((one) => one === value)
}

/** The rank that a player can come to by the factors there are. */
function reachOf(factors: number): number {
  const has = secondFactorsOf(factors)
  if (has.includes('passkey')) return rankOf('phr')
  return rankOf(has.length > 0 ? 'urn:gatehouse:acr:2' : 'urn:gatehouse:acr:1')
}

function textsOf(asked: unknown): readonly string[] {
  return typeof asked === 'string' ? asked.split(' ') : []
}

/**
 * The questions of the provider, with one more: a session that is weaker than asked goes through the
 * portal's second step. A player who has not the factors cannot, and the client learns it.
 */
export function policyOf({ database }: OidcMaterials, deployment: Deployment) {
  const policy = interactionPolicy.base()
  const unmet = 'the requested strength of the authentication could not be obtained'
  const check = async ({ oidc }: KoaContextWithOIDC): Promise<boolean> => {
    const { session, params } = oidc
    if (!deployment.rules.offersStrongSignIn || session?.accountId === undefined) return false
    const rank = rankOf(session.acr ?? acrValues[0])
    const asked = textsOf(params?.['acr_values']).map((value) => rankOf(value))
    const known = asked.filter((one) => one !== -1)
    if (known.length === 0 || rank >= Math.min(...known)) return false
    const player = await findById(database.kysely, deployment.name, Number(session.accountId))
    if (!player || reachOf(player.factors) < Math.min(...known)) {
      throw new errors.UnmetAuthenticationRequirements(unmet)
    }
    return true
  }
  policy
    .get('login')
    ?.checks.add(
      new interactionPolicy.Check('acr_values', unmet, 'unmet_authentication_requirements', check),
    )
  return policy
}

/** Lets the ID token say the methods wherever a request asks for a strength; returns the request. */
export function askMethods(ctx: KoaContextWithOIDC): KoaContextWithOIDC {
  const { oidc } = ctx
  if (oidc.params?.['acr_values'] === undefined) return ctx
  const { claims } = oidc as unknown as {
    claims?: { id_token?: Record<string, unknown> }
  }
  if (claims?.id_token) claims.id_token['amr'] = null
  return ctx
}
