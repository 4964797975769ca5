import type { Fields } from '../providers/oauth/oauthRequest.ts'
import { steamKey } from '../providers/steam/steamWebApi.ts'
import type { LinkedAccount } from './partnerUsers.ts'

interface Summaries {
  readonly response: { readonly players: readonly { readonly personaname: string }[] }
}

/** Returns the Steam account of a confirmed return to `returnTo`; null otherwise. */
export async function provenBySteam(
  origin: string,
  returnTo: string,
  given: Fields,
): Promise<LinkedAccount | null> {
  const id = given['openid.claimed_id']?.split('/').at(-1) ?? ''
  if (given['openid.mode'] !== 'id_res' || given['openid.return_to'] !== returnTo) return null
  const checked = await fetch(`${origin}/steam/openid/login`, {
    method: 'POST',
    headers: { origin },
    body: new URLSearchParams({ ...given, 'openid.mode': 'check_authentication' }),
  })
  if (!checked.ok || !(await checked.text()).includes('is_valid:true')) return null
  const query = new URLSearchParams({ key: steamKey, steamids: id })
  const sent = await fetch(`${origin}/steam/ISteamUser/GetPlayerSummaries/v2?${query.toString()}`)
  if (!sent.ok) return null
  const { response } = (await sent.json()) as Summaries
  return { id, name: response.players[0]?.personaname ?? id }
}
