import { oidcClientsSchema } from '../../server/src/tenants/client.ts'

/** The keys of a client with a server, at the addresses that `openSite` serves. */
export function withServer(site, given = {}) {
  return {
    clientSecret: 'a secret of the stock clients',
    redirectUris: [`${site}/callback`],
    postLogoutRedirectUris: [`${site}/bye`],
    scopes: ['openid', 'profile', 'email'],
    firstParty: true,
    ...given,
  }
}

/** Null where the product knows the keys of a registration, else what it says against them. */
function notKnown(registration) {
  const { success, error } = oidcClientsSchema.safeParse([registration])
  return success ? null : `this product refuses it (${error.issues[0].message})`
}
