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
