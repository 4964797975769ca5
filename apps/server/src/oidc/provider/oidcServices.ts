import type { IdentityProviderName } from '@gatehouse/contract/identityProviders'
import type { FastifyBaseLogger } from 'fastify'
import type { KoaContextWithOIDC, Provider } from 'oidc-provider'
import type { AuthServices } from '../../auth/authServices.ts'
import type { Jobs } from '../../database/jobs/jobs.ts'
import type { RenderPage } from '../../http/renderPage.ts'
import type { Deployment } from '../../deployments/deployments.ts'
import type { Metrics } from '../../platform/observability/metrics.ts'
import type { Task } from '../../platform/scheduler.ts'
import type { ClientRefusals } from '../clients/clientRefusals.ts'
import type { KeyMaker } from '../keys/signingKeys.ts'

type Middleware = Parameters<Provider['use']>[0]
/** With the provider's reading of a request, where it came so far. */
export type ProviderContext = Parameters<Middleware>[0] & {
  readonly oidc?: KoaContextWithOIDC['oidc']
}
export type Next = Parameters<Middleware>[1]

/** The parts that single sign-on needs. */
export interface OidcMaterials extends Pick<
  AuthServices,
  'clock' | 'database' | 'deployments' | 'key' | 'rateLimiter' | 'sessions'
> {
  readonly jobs: Jobs
  readonly log: FastifyBaseLogger
  readonly makeKey: KeyMaker
  readonly renderPage: RenderPage
}

/** The account of a service that the token of a game proves. */
export interface GameProof {
  readonly accountId: string
  /** The same for each spelling of the token. */
  readonly tokenId: string
  /** The moment until which a used token could be shown again. */
  readonly knownUntil: Date
}

type ProveGame = (
  deployment: Deployment,
  service: IdentityProviderName,
  token: string,
  gameId: string | undefined,
) => Promise<GameProof | 'denied' | 'unreachable'>

/** The parts that a provider needs. */
export interface ProviderMaterials
  extends OidcMaterials, Pick<AuthServices, 'events' | 'outbox' | 'secrets'> {
  readonly gameProof: ProveGame
  readonly metrics: Pick<Metrics, 'countSecurityEvent'>
  readonly refusals: ClientRefusals
}

export interface Oidc {
  /** The OpenID provider of a deployment, made at its first request. */
  readonly providerOf: (deployment: Deployment) => Promise<Provider>
  readonly refusals: ClientRefusals
  readonly backchannelLogout: BackchannelLogout
}

/** Notifies clients that a session has ended (Back-Channel Logout), until they acknowledge it. */
export interface BackchannelLogout {
  /** Queues the sign-outs of ended sessions; returns their number. */
  readonly relay: () => Promise<number>
  /** Queues them while the process runs. */
  readonly relaying: Task
  /** Starts to send new sign-outs. */
  readonly start: () => Promise<void>
}

/** The services of the OpenID provider's handlers and pages. */
export interface OidcServices extends OidcMaterials, Pick<AuthServices, 'events'> {
  readonly oidc: Oidc
}
