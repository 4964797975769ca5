import type { LedgerAct } from '@gatehouse/contract/activity'

/** What happened on an account, for staff; the portal has the words for its player. */
const words: Readonly<Record<LedgerAct, string>> = {
  'signed-in': 'Logged in',
  'sign-in-failed': 'Right password, but no second step',
  proven: 'Proved again who they are',
  'email-changed': 'Changed the email address',
  'email-restored': 'Took the earlier email address back',
  'password-set': 'Set a password',
  'password-removed': 'Removed the password',
  renamed: 'Changed the username',
  linked: 'Linked an account',
  unlinked: 'Unlinked an account',
  'service-way-on': 'Let an account of a service log in',
  'service-way-off': 'Stopped an account of a service from logging in',
  'link-moves': 'Asked to move a linked account to another account',
  'link-moved': 'Moved a linked account to another account',
  'link-kept': 'Kept a linked account where it was',
  'passkey-added': 'Added a passkey',
  'passkey-removed': 'Removed a passkey',
  'app-added': 'Added an authenticator app',
  'app-removed': 'Removed an authenticator app',
  'codes-made': 'Made recovery codes',
  'codes-used': 'Used a recovery code',
  'two-step-on': 'Turned two-step verification on',
  'two-step-off': 'Turned two-step verification off',
  'browser-trusted': 'Trusted a browser',
  'browsers-forgotten': 'Forgot trusted browsers',
  'sessions-ended': 'Ended sessions',
  'site-allowed': 'Allowed a site',
  'site-withdrawn': 'Took a site’s permission back',
  frozen: 'Froze the account',
  unfrozen: 'Opened the frozen account',
  'numbers-guessed': 'Typed wrong numbers for a mailed link',
  'support-looked': 'Looked at the account',
  'support-banned': 'Banned the player',
  'support-unbanned': 'Lifted the ban',
  'support-revealed': 'Saw the email address',
  'support-mailed': 'Sent a mail',
  'support-badge': 'Changed a badge',
  'support-exported': 'Exported the data',
  'support-unlocked': 'Unlocked the log-in',
  'support-accepted-mail': 'Unblocked the address',
  'support-reset-avatar': 'Removed the picture',
  'support-blocked': 'Added a blocked player',
  'support-unblocked': 'Removed a blocked player',
}

/** An entry of a newer version is called by its name. */
export function ledgerWords(act: string): string {
  return Object.hasOwn(words, act) ? words[act as LedgerAct] : act
}
