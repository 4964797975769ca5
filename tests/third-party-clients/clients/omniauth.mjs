import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { readyEntry } from '../stage/readyEntry.mjs'
import { playSite } from '../stage/siteProgram.mjs'

const ruby = '/usr/bin/ruby'

export const name = 'omniauth_openid_connect'
export const title = 'omniauth_openid_connect signs a player in and out by its entry (O91)'
export const packages = ['ruby-omniauth-openid-connect', 'ruby-webrick']
// It hands its tokens on, and has no refresh.
export const lacks = ['refreshes']
export const registrationAt = (site) => readyEntry('omniauth', site)

export function isHere() {
  const { status } = spawnSync(ruby, ['-e', 'require "omniauth_openid_connect"; require "webrick"'])
  return status === 0
}

export function play(stage) {
  return playSite(stage, {
    command: [ruby, join(import.meta.dirname, '../programs/omniauth/site.rb')],
    paths: { logIn: '/log-in', logOut: '/log-out' },
    environment: { SSL_CERT_FILE: stage.certificateFile },
  })
}
