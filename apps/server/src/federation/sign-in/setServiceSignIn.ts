import { requireNoHold, requireRecentAuth } from '../../auth/password/requireRecentAuth.ts'
import { requireAnotherWayIn } from '../../auth/password/requireWayIn.ts'
import { linksBefore } from '../../auth/security-acts/past.ts'
import { recordMailedAct } from '../../auth/security-acts/recordAct.ts'
import { mayMail } from '../../auth/security-acts/securityMails.ts'
import { findCallerWithoutPartner, withLockedCaller } from '../../auth/session/lockCaller.ts'
import { listConnectionsOf, setWayIn } from '../../database/federation/connectionStatements.ts'
import { offersSignInWith } from '../../deployments/offersSignInWith.ts'
import { handler } from '../federationServices.ts'

/**
 * Makes the caller's linked account of a service a way in, or not any more; the player gets a mail. It
 * needs a recent authentication: a link alone, which a stolen session can make, opens nothing. Refuses to
 * switch the last way in off.
 */
export const setServiceSignIn = handler('setServiceSignIn', async (context) => {
  const { input, deployment, caller, refuse } = context
  const { CanonicalName: service, IsOn } = input.body
  await findCallerWithoutPartner(context)
  if (caller.partner !== null) throw refuse('ERROR_NOT_ALLOWED')
  if (IsOn && !offersSignInWith(deployment, service)) throw refuse('ERROR_NOT_ALLOWED')
  requireRecentAuth(context, 'setServiceSignIn')
  if (!IsOn) requireNoHold(context)
  const isMailed = await mayMail(context, caller.email, 'securityMails')
  await withLockedCaller(context, async (transaction, player) => {
    const linked = await listConnectionsOf(transaction, deployment.name, player.id)
    const current = linked.find(({ canonical_name }) => canonical_name === service)
    if (!current) throw refuse('ERROR_NOT_ALLOWED')
    if (current.signs_in === IsOn) return
    if (!IsOn) await requireAnotherWayIn(transaction, player, service)
    const before = await linksBefore(transaction, player)
    await setWayIn(transaction, deployment.name, player.id, service, IsOn)
    await recordMailedAct(context, transaction, player, {
      act: IsOn ? 'service-way-on' : 'service-way-off',
      shown: { CanonicalName: service, AccountName: current.account_name },
      before,
      family: caller.family,
      isMailed,
    })
  })
  return {}
})
