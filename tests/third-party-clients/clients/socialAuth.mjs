import { build, hasTool } from '../stage/build.mjs'
import { readyEntry } from '../stage/readyEntry.mjs'
import { playSite } from '../stage/siteProgram.mjs'

export const name = 'python-social-auth in Django'
export const title =
  'python-social-auth signs a player in, refreshes and signs out by its entry (O91)'
export const packages = ['python3-venv']
export const isHere = () => hasTool('python3')
export const registrationAt = (site) => readyEntry('social-auth', site)

export function play(stage) {
  return playSite(stage, {
    command: build('python3', 'socialAuth'),
    paths: { logIn: '/log-in', refresh: '/refresh', logOut: '/log-out' },
    environment: { REQUESTS_CA_BUNDLE: stage.certificateFile },
  })
}
