import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

/** The options by which Java knows the certificate of the stage. */
export function javaStore({ folder, certificateFile }) {
  const store = join(folder, 'java.p12')
  const given = ['-file', certificateFile, '-alias', 'gatehouse', '-noprompt']
  const kept = ['-keystore', store, '-storepass', 'changeit']
  const { status, stdout } = spawnSync('keytool', ['-importcert', ...given, ...kept])
  if (status !== 0 && !String(stdout).includes('already exists')) throw new Error(String(stdout))
  return [`-Djavax.net.ssl.trustStore=${store}`, '-Djavax.net.ssl.trustStorePassword=changeit']
}
