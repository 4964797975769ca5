import type { CanonicalName } from '@gatehouse/contract/entities'

/** What operators want to hear of; one line each, never with a secret. */
export type SecurityEvent =
  | 'log-in'
  | 'log-in failed'
  | 'log-in locked'
  | 'log-out'
  | 'registration'
  | 'registration of a known address'
  | 'robot trapped'
  | 'address banned'
  | 'account confirmed'
  | 'account deleted'
  | 'session reused'
  | 'foreign player id'
  | 'captcha refused'
  | 'password proven'
  | 'password recovered'
  | 'password changed'
  | 'username changed'
  | 'email change asked'
  | 'email changed'
  | 'email change undone'
  | 'partner return refused'
  | 'partner answer refused'
  | `${CanonicalName} linked`
  | `${CanonicalName} unlinked`
  | 'linking refused'
