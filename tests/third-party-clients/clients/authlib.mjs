import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { runProgram } from '../stage/program.mjs'
import { withServer } from '../stage/registrations.mjs'

// Debian's packages are those of its own Python.
const python = '/usr/bin/python3'

export const name = 'Authlib'
export const title = 'Authlib signs a player in, refreshes and signs out (O91)'
export const packages = ['python3-authlib', 'python3-requests']
export const registrationAt = (site) => withServer(site, { pkce: 'with-secret-optional' })

export function isHere() {
  return spawnSync(python, ['-c', 'import authlib, requests']).status === 0
}

export function play(stage) {
  const file = join(import.meta.dirname, 'signIn.py')
  return runProgram(stage, python, [file], { REQUESTS_CA_BUNDLE: stage.certificateFile })
}
