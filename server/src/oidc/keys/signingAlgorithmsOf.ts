import { type SigningAlgorithm, signingAlgorithms } from '../../tenants/client.ts'
import type { Deployment } from '../../tenants/deployments.ts'

type Entries = Pick<Deployment, 'clients' | 'resources'>

/** The algorithms of a deployment's ID tokens. Every provider has RS256. */
export function idTokenAlgorithmsOf({ clients }: Pick<Entries, 'clients'>): SigningAlgorithm[] {
  const asked = new Set([...clients.values()].map((client) => client.idTokenSignedResponseAlg))
  return signingAlgorithms.filter((one) => one === 'RS256' || asked.has(one))
}

/** The algorithms that a deployment needs a key of: for ID tokens, and for its APIs. */
export function signingAlgorithmsOf({ clients, resources }: Entries): SigningAlgorithm[] {
  const ofApis = new Set([...resources.values()].map(({ signingAlg }) => signingAlg))
  const ofClients = idTokenAlgorithmsOf({ clients })
  return signingAlgorithms.filter((one) => ofApis.has(one) || ofClients.includes(one))
}
