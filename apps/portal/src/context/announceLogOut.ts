import { msg } from '@lingui/core/macro'
import { i18n } from '../i18n/words.ts'
import type { Portal } from './portal.ts'

const loggedOut = msg`You are logged out.`

/** Says on the next screen that the player is logged out, where no session has begun since. */
export function announceLogOut(portal: Pick<Portal, 'rules' | 'session' | 'notify'>): void {
  const { rules, session, notify } = portal
  if (rules.goesBeyondSpecification && session.read().token === null)
    notify(() => i18n._(loggedOut))
}
