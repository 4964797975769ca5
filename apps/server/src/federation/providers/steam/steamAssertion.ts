import { identityProviders } from '@gatehouse/contract/identityProviders'
import { after } from '../../../platform/clock.ts'

const namespace = 'http://specs.openid.net/auth/2.0'
const signed = 'signed,op_endpoint,claimed_id,identity,return_to,response_nonce,assoc_handle'
const names = ['ns', 'mode', ...signed.split(','), 'sig'] as const
const nonceSeconds = 5 * 60

/** The parameters that send a browser to Steam's sign-in. */
export function assertionRequest(returnTo: string, realm: string): URLSearchParams {
  const anyone = `${namespace}/identifier_select`
  return parametersOf({
    ns: namespace,
    mode: 'checkid_setup',
    claimed_id: anyone,
    identity: anyone,
    return_to: returnTo,
    realm,
  })
}

/** The parameters of the question if an assertion is Steam's own. */
export function assertionCheck(answer: Readonly<Record<string, string>>): URLSearchParams {
  const given = Object.fromEntries(names.map((name) => [name, answer[`openid.${name}`] ?? '']))
  return parametersOf({ ...given, mode: 'check_authentication' })
}

/** The SteamID that an assertion claims: a claim that only Steam can confirm. */
export function steamIdIn(answer: Readonly<Record<string, string>>): string {
  return (answer['openid.claimed_id'] ?? '').slice(-17)
}

/**
 * Finds the defect of an assertion before Steam is asked about it; null for a sound one. Steam's
 * signature alone does not suffice: values with line breaks can be signed as one list of fields and
 * read as another, and an assertion for one site can be sent to the next. `endpoint` is our own
 * setting, as an assertion could name an attacker's; `returnTo` is the address that we sent along,
 * to the byte.
 */
export function assertionDefect(
  answer: Readonly<Record<string, string>>,
  expected: { readonly endpoint: string; readonly returnTo: string; readonly now: Date },
): string | null {
  const { endpoint, returnTo, now } = expected
  const given = Object.entries(answer).filter(([name]) => name.startsWith('openid.'))
  const known = new Set(names.map((name) => `openid.${name}`))
  if (given.some(([name]) => !known.has(name))) return 'an unknown parameter'
  if (given.length !== known.size) return 'a missing parameter'
  // oxlint-disable-next-line no-control-regex -- finding control characters is the point
  if (given.some(([, value]) => /[\u0000-\u001f\u007f]/.test(value))) return 'a control character'
  const said = (name: (typeof names)[number]) => answer[`openid.${name}`] ?? ''
  if (said('mode') !== 'id_res') return 'the mode'
  if (said('ns') !== namespace) return 'the namespace'
  if (said('op_endpoint') !== endpoint) return 'the endpoint'
  if (said('signed') !== signed) return 'the list of signed fields'
  if (said('return_to') !== returnTo) return 'the address of the return'
  if (said('claimed_id') !== said('identity')) return 'two identities'
  const prefix = endpoint.replace(/\/login$/, '/id/')
  const id = said('claimed_id').startsWith(prefix) ? said('claimed_id').slice(prefix.length) : ''
  if (!identityProviders.steam.accountId.test(id)) return 'the identity'
  return isFresh(said('response_nonce'), now) ? null : 'the time of the nonce'
}

function isFresh(nonce: string, now: Date): boolean {
  const [, moment] = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ)[\x21-\x7e]{0,200}$/.exec(nonce) ?? []
  const made = new Date(moment ?? Number.NaN)
  return made >= after(now, -nonceSeconds) && made <= after(now, nonceSeconds)
}

function parametersOf(values: Readonly<Record<string, string>>): URLSearchParams {
  const entries = Object.entries(values).map(([name, value]) => [`openid.${name}`, value])
  return new URLSearchParams(Object.fromEntries(entries) as Record<string, string>)
}
