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
  | 'session reused'
  | 'foreign player id'
  | 'captcha refused'
