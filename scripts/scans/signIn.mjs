import { player } from './openTarget.mjs'

/** Signs the sample player in at an open target: bearer, cookies and id. */
export async function signIn({ address, apiKey }) {
  const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' }
  const answer = await fetch(`${address}/api/log/log-in`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ UsernameOrEmail: player.name, Password: player.password }),
  })
  if (!answer.ok) throw new Error(`The sample player does not get in: ${await answer.text()}`)
  const { Created: identity } = await answer.json()
  const cookie = answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  const token = await fetch(`${address}/api/token/${identity}`, { headers: { ...headers, cookie } })
  const { Value: bearer, Id_User: userId } = await token.json()
  return { bearer, userId, cookie: `${cookie}; sso_identity=${identity}`, identity }
}
