/* global UserManager, WebStorageStateStore, settings */
// recipe
const { issuer, site, clientId } = settings
const manager = new UserManager({
  authority: issuer,
  client_id: clientId,
  redirect_uri: `${site}/callback`,
  post_logout_redirect_uri: `${site}/bye`,
  scope: 'openid profile',
  // By default each tab has its own tokens; so they have them together.
  userStore: new WebStorageStateStore({ store: localStorage }),
})
if (location.pathname === '/callback') {
  manager
    .signinCallback()
    .then(() => location.replace('/'))
    // Such as login_required, where the portal was asked silently.
    .catch(({ error }) => location.replace(`/?error=${error}`))
}
// end
