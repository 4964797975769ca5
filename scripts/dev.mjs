// npm run dev: the product for those who change it. Vite shows an edit of the portal in the open page,
// the server and the stand-ins start again after one of theirs.
import { cpSync, globSync, mkdirSync, readFileSync, watch, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { root } from './bootstrap.mjs'
import { freePort } from './freePort.mjs'
import { announce, environment, makeRoom, port } from './product.mjs'
import { isEnding, runTogether } from './processes.mjs'
import { serverFlags } from './serverFlags.mjs'

const deployments = join(root, 'node_modules/.cache/gatehouse/deployments')

await makeRoom()
copyDeployments()
watch(join(root, 'deployments'), copyDeployments)
const server = {
  ...environment,
  PORT: String(await freePort()),
  DEPLOYMENTS_DIR: deployments,
  PORTAL_DIST: 'scripts/development',
  LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn',
  NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/node'),
}
const watching = 'node --watch --watch-preserve-output'
const ends = runTogether(
  [
    { name: 'stand-ins', command: `${watching} stand-ins/src/main.ts`, env: environment },
    {
      name: 'server',
      command: `${watching} ${serverFlags.join(' ')} server/src/main.ts`,
      env: server,
    },
    {
      name: 'portal',
      command: 'vite --config vite.development.config.ts',
      cwd: join(root, 'portal'),
      env: { PORT: String(port), SERVER_PORT: server.PORT },
    },
  ],
  { endsOn: ['success', 'failure'] },
)
void announce()
const [{ name }] = await ends
if (!isEnding()) console.error(`${name} ended.`)
process.exit(isEnding() ? 0 : 1)

/** The sample deployments are at the port of Vite, behind which the server listens on another. */
function copyDeployments() {
  mkdirSync(deployments, { recursive: true })
  for (const file of globSync('deployments/*', { cwd: root })) {
    const copy = join(deployments, basename(file))
    if (!file.endsWith('.json')) cpSync(join(root, file), copy, { recursive: true })
    else {
      const text = readFileSync(join(root, file), 'utf8')
      writeFileSync(copy, text.replaceAll('${PORT:-4000}', String(port)))
    }
  }
}
