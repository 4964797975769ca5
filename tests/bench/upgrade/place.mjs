// The deployment and the settings of servers that a proof puts under load.
import { randomBytes } from 'node:crypto'
import * as fs from 'node:fs'
import { join } from 'node:path'
import { outsideAt } from '../../../scripts/outside.mjs'
import { apiKey, deployment, forum, host } from '../deployment.mjs'

/** Writes the deployment below `work`; returns how the load meets it, and the servers' settings. */
export function preparePlace(work, { standIns, smtpUrl, databaseUrl }) {
  const deployments = join(work, 'deployments')
  fs.mkdirSync(deployments)
  const given = {
    ...deployment,
    connections: { steam: { apiKey: 'sample-steam-key' } },
  }
  fs.writeFileSync(join(deployments, 'bench.json'), JSON.stringify(given))
  const settings = {
    ...outsideAt(standIns.origin),
    HOST: '127.0.0.1',
    DATABASE_URL: databaseUrl,
    DATA_DIR: join(work, 'data'),
    DEPLOYMENTS_DIR: deployments,
    NODE_COMPILE_CACHE: join(work, 'compiled'),
    SESSION_KEY: randomBytes(32).toString('base64'),
    SMTP_URL: smtpUrl,
    TRUSTED_PROXIES: '127.0.0.1',
  }
  return { host, apiKey, forum, settings }
}
