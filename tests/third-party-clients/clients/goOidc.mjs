import { build, hasTool } from '../stage/build.mjs'
import { withServer } from '../stage/registrations.mjs'
import { playSite } from '../stage/siteProgram.mjs'

export const name = 'go-oidc'
export const title = 'go-oidc signs a player in, refreshes and signs out (O91)'
export const isHere = () => hasTool('go')
// Its README sends a state alone.
export const registrationAt = (site) => withServer(site, { pkce: 'none-with-secret' })

export function play(stage) {
  return playSite(stage, {
    command: build('go', 'goOidc'),
    paths: { logIn: '/log-in', refresh: '/refresh', logOut: '/log-out' },
    environment: { SSL_CERT_FILE: stage.certificateFile },
  })
}
