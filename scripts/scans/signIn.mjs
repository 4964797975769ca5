// The sample player of the scans.
import samples from './samples.json' with { type: 'json' }

/** Signs the sample player in. Returns the credentials of its calls. */
export async function signIn({ address, apiKey }) {
  const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' }
  const { UsernameOrEmail, Password } = samples.values
  const body = JSON.stringify({ UsernameOrEmail, Password })
  const answer = await fetch(`${address}/api/log/log-in`, { method: 'POST', headers, body })
  if (!answer.ok) throw new Error(`The sample player does not get in: ${await answer.text()}`)
  const { Created: identity } = await answer.json()
  const cookies = answer.headers.getSetCookie().map((line) => line.split(';')[0])
  const cookie = [...cookies, `sso_identity=${identity}`].join('; ')
  const token = await fetch(`${address}/api/token/${identity}`, { headers: { ...headers, cookie } })
  return { bearer: (await token.json()).Value, cookie }
}
