import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { runProgram } from '../stage/program.mjs'
import { withServer } from '../stage/registrations.mjs'

export const name = 'Java HttpURLConnection'
export const title = 'A program of Java signs a player in, refreshes and signs out (O95)'
export const registrationAt = (site) => withServer(site)

export function missing() {
  const { stdout } = spawnSync('java', ['--list-modules'], { encoding: 'utf8' })
  return stdout?.includes('jdk.compiler') ? null : 'not found (Debian: default-jdk-headless)'
}

export function play(stage) {
  const store = join(stage.folder, 'java.p12')
  const given = ['-file', stage.certificateFile, '-alias', 'gatehouse', '-noprompt']
  const kept = ['-keystore', store, '-storepass', 'changeit']
  const { status, stderr } = spawnSync('keytool', ['-importcert', ...given, ...kept])
  if (status !== 0) throw new Error(String(stderr))
  const file = join(import.meta.dirname, 'SignIn.java')
  return runProgram(stage, 'java', [
    `-Djavax.net.ssl.trustStore=${store}`,
    '-Djavax.net.ssl.trustStorePassword=changeit',
    file,
  ])
}
