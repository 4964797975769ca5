import { handlerFor } from '../http/handler.ts'
import { clientsOf, ownClientsOf, withdrawConsent } from './clients/clientConsent.ts'
import { legacyAuthorize } from './interactions/legacyAuthorize.ts'
import type { OidcServices } from './provider/oidcServices.ts'

const handler = handlerFor<OidcServices>()

export const oidcCalls = {
  /**
   * Redirects a player to a client: answers the client's redirect URI with a one-time code, or the
   * portal's log-in for a visitor. An address that is not the client's is never answered.
   */
  authorize: handler('authorize', async (context) => ({
    RedirectUri: await legacyAuthorize(context),
  })),

  /**
   * Answers the clients that the caller has let in, then the studio's own where the caller is signed in:
   * these need no consent.
   */
  listSites: handler('listSites', async ({ deployment, services, caller }) => {
    const third = await clientsOf(services, deployment, caller.player_id)
    const own = await ownClientsOf(services, deployment, caller.player_id)
    const clients = [
      ...third.map((client) => ({ ...client, isOwn: false })),
      ...own.map((client) => ({ ...client, isOwn: true, scopes: [], givenAt: client.signedInAt })),
    ]
    return {
      Sites: clients.map(({ clientId, name, isOwn, scopes, givenAt }) => ({
        ClientId: clientId,
        Name: name,
        IsOwn: isOwn,
        Scopes: scopes,
        GivenAt: givenAt.toISOString(),
      })),
    }
  }),

  /**
   * Takes back the caller's consent for a client: it is signed out, its tokens are void, and it asks
   * again. Refuses a client without consent.
   */
  withdrawSite: handler('withdrawSite', async (context) => {
    const { input, caller, refuse } = context
    const player = { id: caller.player_id, family: caller.family }
    const isEnded = await withdrawConsent(context, player, input.body.ClientId)
    if (!isEnded) throw refuse('INVALID_REQUEST', { property: 'ClientId' })
    return {}
  }),
}
