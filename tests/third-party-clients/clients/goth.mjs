import { build, hasTool } from '../stage/build.mjs'
import { readyEntry } from '../stage/readyEntry.mjs'
import { playSite } from '../stage/siteProgram.mjs'

export const name = 'goth, as Gitea and Forgejo'
export const title = 'goth signs a player in, refreshes and signs out by its entry (O91)'
export const isHere = () => hasTool('go')
export const registrationAt = (site) => readyEntry('goth', site)

export function play(stage) {
  return playSite(stage, {
    command: build('go', 'goth'),
    paths: { logIn: '/user/oauth2/gatehouse', refresh: '/refresh', logOut: '/log-out' },
    environment: { SSL_CERT_FILE: stage.certificateFile },
  })
}
