// npm start: the whole product on this machine, on an embedded database.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { root } from './bootstrap.mjs'
import { buildPortal } from './portal.mjs'
import { environment as env, makeRoom, runProduct } from './product.mjs'
import { serverFlags } from './serverFlags.mjs'

/** The last output of the processes, for the case that one ends. */
let last = []
const output = new Writable({
  write(chunk, _, done) {
    last = [...last, String(chunk)].slice(-200)
    done()
  },
})

await makeRoom()
buildPortal()
// For tests: two servers on one PostgreSQL, which take the requests in turn.
const server =
  env.NODES === '2'
    ? 'exec node scripts/twoServers.mjs'
    : `node ${serverFlags.join(' ')} server/src/main.ts`
const commands = [
  { name: 'stand-ins', command: 'node stand-ins/src/main.ts', env },
  { name: 'server', command: server, env },
]
const loss = await runProduct(commands, output, env.CROWD === 'off' ? undefined : moveIn)
if (loss !== '') console.error(`\n${last.join('')}${loss}`)
process.exit()

/** Two lively deployments, for the console; `CROWD=off` leaves them empty for tests. A database that has the crowd already stays as it is. */
function moveIn() {
  for (const deployment of ['showcase', 'prod']) {
    const order = ['seed', '--crowd', '--deployment', deployment, '--why', 'npm start']
    const line = [join(root, 'server/bin/gatehouse.mjs'), ...order]
    spawn(process.execPath, line, { env, stdio: 'ignore' }).unref()
  }
}
