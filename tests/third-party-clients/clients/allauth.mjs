import { build, hasTool } from '../stage/build.mjs'
import { withServer } from '../stage/registrations.mjs'
import { playSite } from '../stage/siteProgram.mjs'

export const name = 'Django allauth'
export const title = 'Django allauth signs a player in and out (O91)'
export const packages = ['python3-venv']
export const isHere = () => hasTool('python3')
// It keeps no tokens by default.
export const lacks = ['refreshes']
// It sends a state alone; PKCE is off by default.
export const registrationAt = (site) =>
  withServer(site, {
    pkce: 'none-with-secret',
    redirectUris: [`${site}/accounts/oidc/gatehouse/login/callback/`],
  })

export function play(stage) {
  return playSite(stage, {
    command: build('python3', 'allauth'),
    paths: { logIn: '/accounts/oidc/gatehouse/login/', logOut: '/accounts/logout/' },
    environment: { REQUESTS_CA_BUNDLE: stage.certificateFile },
  })
}
