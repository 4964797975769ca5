import { createHmac, randomBytes } from 'node:crypto'
import { isEqual } from '../oauth/oauthRequest.ts'

/** Parameters of OpenID 2.0, by their names without `openid.`. */
export type Parameters = Readonly<Record<string, string>>

export const openIdNamespace = 'http://specs.openid.net/auth/2.0'

const nonceLivesMs = 5 * 60 * 1000
const signed = 'signed,op_endpoint,claimed_id,identity,return_to,response_nonce,assoc_handle'
const handle = '1234567890'

interface Assertion {
  readonly origin: string
  readonly steamId: string
  readonly returnTo: string
  /** The age of the nonce. */
  readonly ageMs: number
  /** The signature is wrong. */
  readonly isForged: boolean
}

export interface Assertions {
  readonly make: (assertion: Assertion) => Parameters
  /** Says whether an assertion is ours, whole, fresh, and checked for the first time. */
  readonly check: (given: Parameters) => boolean
}

/**
 * Assertions as Steam makes and checks them: HMAC-SHA1 over the key-value form, nonces of five
 * minutes, one check each. Line breaks in values are signed unchanged. Steam's behaviour is unknown
 * there, and the server must be safe in both cases.
 */
export function createAssertions(now: () => number): Assertions {
  const secret = randomBytes(20)
  const used = new Set<string>()
  const signature = (given: Parameters, names: string) => {
    const lines = names.split(',').map((name) => `${name}:${given[name] ?? ''}\n`)
    return createHmac('sha1', secret).update(lines.join('')).digest('base64')
  }
  return {
    make({ origin, steamId, returnTo, ageMs, isForged }) {
      const time = `${new Date(now() - ageMs).toISOString().slice(0, 19)}Z`
      const identity = `${origin}/steam/openid/id/${steamId}`
      const said = {
        ns: openIdNamespace,
        mode: 'id_res',
        op_endpoint: `${origin}/steam/openid/login`,
        claimed_id: identity,
        identity,
        return_to: returnTo,
        response_nonce: `${time}${randomBytes(12).toString('base64')}`,
        assoc_handle: handle,
        signed,
      }
      const sig = isForged ? randomBytes(20).toString('base64') : signature(said, signed)
      return { ...said, sig }
    },
    check(given) {
      const { response_nonce: nonce = '', sig = '', assoc_handle: theirs } = given
      const age = now() - Date.parse(nonce.slice(0, 20))
      const isFresh = Math.abs(age) <= nonceLivesMs && !used.has(nonce)
      const isOurs = theirs === handle && isEqual(sig, signature(given, given['signed'] ?? ''))
      if (!isFresh || !isOurs) return false
      used.add(nonce)
      return true
    },
  }
}
