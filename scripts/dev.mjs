// npm run dev: the product for those who change it. Vite shows an edit of the portal in the open page;
// the server and the stand-ins start again after one of theirs.
import { execFileSync } from 'node:child_process'
import { globSync, mkdirSync, readFileSync, watch, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { root } from './bootstrap.mjs'
import { freePort } from './freePort.mjs'
import { environment, makeRoom, runProduct } from './product.mjs'
import { serverFlags } from './serverFlags.mjs'

const cache = join(root, 'node_modules/.cache')
const deployments = join(cache, 'gatehouse/deployments')
const SERVER_PORT = String(await freePort())
const server = {
  ...environment,
  PORT: SERVER_PORT,
  DEPLOYMENTS_DIR: deployments,
  PORTAL_DIST: 'scripts/development',
  LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn',
  NODE_COMPILE_CACHE: join(cache, 'node'),
}
const node = `node --watch --watch-preserve-output ${serverFlags.join(' ')}`

await makeRoom()
const cardArt = join(root, server.PORTAL_DIST, 'prerender/cardArt.json')
execFileSync(process.execPath, ['apps/portal/build/writeCards.mjs', cardArt], { cwd: root })
copyDeployments()
watch(join(root, 'deploy/samples'), copyDeployments)
const loss = await runProduct([
  { name: 'stand-ins', command: `${node} tests/stand-ins/src/main.ts`, env: environment },
  { name: 'server', command: `${node} apps/server/samples/main.ts`, env: server },
  {
    name: 'portal',
    command: 'vite --config vite.development.config.ts',
    cwd: join(root, 'apps/portal'),
    env: { PORT: environment.PORT, SERVER_PORT },
  },
])
if (loss !== '') console.error(loss)
process.exit()

/** The sample deployments are at the port of Vite, behind which the server listens on another. */
function copyDeployments() {
  mkdirSync(deployments, { recursive: true })
  for (const file of globSync(join(root, 'deploy/samples/*.json'))) {
    const text = readFileSync(file, 'utf8').replaceAll('${PORT:-4000}', environment.PORT)
    writeFileSync(join(deployments, basename(file)), text)
  }
}
