import { build, hasTool } from '../stage/build.mjs'
import { withServer } from '../stage/registrations.mjs'
import { playSite } from '../stage/siteProgram.mjs'

export const name = 'Authlib in Flask'
export const title = 'Authlib in Flask signs a player in, refreshes and signs out (O91)'
export const packages = ['python3-venv']
export const isHere = () => hasTool('python3')
// It sends a nonce; PKCE is off by default.
export const registrationAt = (site) => withServer(site, { pkce: 'with-secret-optional' })

export function play(stage) {
  return playSite(stage, {
    command: build('python3', 'authlibFlask'),
    paths: { logIn: '/log-in', refresh: '/refresh', logOut: '/log-out' },
    environment: { REQUESTS_CA_BUNDLE: stage.certificateFile },
  })
}
