import type { IdentityProviderName } from '@gatehouse/contract/identityProviders'
import type { Portal } from '../../context/portal.ts'
import { urlOf } from '../../session/urlOf.ts'
import { awaitedProof, awaitedRecovery } from './serviceVisit.ts'

/** Leaves for the page of a service that says who its player is, and comes back to log in. */
export async function logInAtService(portal: Portal, service: IdentityProviderName): Promise<void> {
  const { returnTo, session } = portal
  awaitedProof.forget()
  awaitedRecovery.forget()
  const url = await returnTo.forClient((ClientId) =>
    session.api('serviceLogInUrl', {
      path: { service },
      body: { ClientId, RedirectUrl: returnTo.redirectUrl() },
    }),
  )
  await portal.leave(urlOf(url), { keepsPage: true })
}

/** The same for a signed-in player, who comes back to the path of now with a fresh proof. */
export async function proveAtService(portal: Portal, service: IdentityProviderName): Promise<void> {
  const url = await portal.session.api('serviceProofUrl', { path: { service }, body: {} })
  awaitedRecovery.forget()
  awaitedProof.note(location.pathname)
  await portal.leave(urlOf(url), { keepsPage: true })
}

/** The same for the reader of a recovery's link, who comes back to its page with one more proof. */
export async function recoverAtService(
  portal: Portal,
  service: IdentityProviderName,
  Link: string,
): Promise<void> {
  const body = { Link }
  const url = await portal.session.api('recoveryServiceUrl', { path: { service }, body })
  awaitedRecovery.note(Link)
  await portal.leave(urlOf(url), { keepsPage: true })
}
