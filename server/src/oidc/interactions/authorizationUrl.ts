import { UnsecuredJWT } from 'jose'
import type { Provider } from 'oidc-provider'
import type { Deployment } from '../../tenants/deployments.ts'

/** Seconds, as the library gives a client's own. */
const pushedFor = 60

/**
 * The address at which an authorization request goes on that waited for its player. A request that its
 * client had to push is pushed again in the client's name: a browser's own word is not enough there, and
 * ours is sealed or stored.
 */
export async function authorizationUrl(
  provider: Provider,
  { clients }: Deployment,
  query: string,
): Promise<string> {
  const params = new URLSearchParams(query)
  const clientId = params.get('client_id') ?? ''
  const endpoint = `${provider.issuer}/auth`
  if (clients.get(clientId)?.requirePar !== true) return `${endpoint}?${query}`
  const names = [...new Set(params.keys())]
  const payload = names.map((name) => {
    const [one, ...others] = params.getAll(name)
    return [name, others.length === 0 ? one : [one, ...others]]
  })
  const request = new UnsecuredJWT(Object.fromEntries(payload))
    .setIssuedAt()
    .setNotBefore('0s')
    .setIssuer(clientId)
    .setAudience(provider.issuer)
    .setExpirationTime(`${pushedFor}s`)
    .encode()
  const dpopJkt = params.get('dpop_jkt')
  const pushed = new provider.PushedAuthorizationRequest({
    request,
    ...(dpopJkt === null ? {} : { dpopJkt }),
    trusted: names,
  })
  const id = await pushed.save(pushedFor)
  const again = { client_id: clientId, request_uri: `urn:ietf:params:oauth:request_uri:${id}` }
  return `${endpoint}?${new URLSearchParams(again).toString()}`
}
