import { build, hasTool } from '../stage/build.mjs'
import { javaStore } from '../stage/javaStore.mjs'
import { withServer } from '../stage/registrations.mjs'
import { playSite } from '../stage/siteProgram.mjs'

export const name = 'Spring Security'
export const title = 'Spring Security signs a player in, refreshes and signs out (O90)'
export const packages = ['default-jdk-headless', 'maven']
export const isHere = () => hasTool('mvn')
export const registrationAt = (site) =>
  withServer(site, { redirectUris: [`${site}/login/oauth2/code/gatehouse`] })

export function play(stage) {
  const [java, ...args] = build('mvn', 'spring')
  return playSite(stage, {
    command: [java, ...javaStore(stage), ...args],
    paths: { logIn: '/', refresh: '/refresh', logOut: '/logout' },
  })
}
