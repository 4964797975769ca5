import type { CallName } from '@gatehouse/contract/calls'
import type { Captcha } from './captcha/captcha.ts'
import type { CredentialStuffingDetector } from './rate-limits/credentialStuffing.ts'
import type { ProofOfWork } from './captcha/proofOfWork.ts'
import type { RateLimiter } from './rate-limits/rateLimiter.ts'
import type { BreachedPasswords } from './password/breachedPasswords.ts'
import type { PasswordHasher } from './password/passwordHasher.ts'
import type { Sessions } from './session/sessions.ts'
import type { Outbox } from '../mail/outbox.ts'
import type { PlayerSecrets } from '../platform/crypto/playerSecret.ts'
import type { Places } from '../platform/places.ts'
import type { ServerKey } from '../platform/crypto/serverKey.ts'
import type { DeploymentServices } from '../deployments/deploymentServices.ts'
import type { AccountEvents } from '../webhooks/accountEvents.ts'
import { type CallContext, handlerFor } from '../http/handler.ts'

/** The services that log-in and passwords need. */
export interface AuthServices extends Pick<
  DeploymentServices,
  'clock' | 'database' | 'deployments' | 'log'
> {
  readonly breachedPasswords: BreachedPasswords
  readonly captcha: Captcha
  readonly credentialStuffing: CredentialStuffingDetector
  readonly events: AccountEvents
  readonly key: ServerKey
  readonly outbox: Outbox
  readonly places: Places
  readonly passwords: PasswordHasher
  readonly proofOfWork: ProofOfWork
  readonly rateLimiter: RateLimiter
  readonly secrets: PlayerSecrets
  readonly sessions: Sessions
}

export type AuthContext<N extends CallName> = CallContext<N, AuthServices>

/** The part that is the same for every call. */
export type AuthCall = Pick<
  AuthContext<never>,
  'deployment' | 'rules' | 'services' | 'clientContext' | 'response' | 'report' | 'concerns'
>

/** The same of a signed-in player. */
export type PlayerCall = AuthCall & Pick<AuthContext<'readProfile'>, 'caller'>

export const handler = handlerFor<AuthServices>()
