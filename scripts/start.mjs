// npm start: the whole product on this machine, on an embedded database.
import { Writable } from 'node:stream'
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
    : `node ${serverFlags.join(' ')} apps/server/samples/main.ts`
const commands = [
  { name: 'stand-ins', command: 'node tests/stand-ins/src/main.ts', env },
  // Two lively deployments, for the console; `CROWD=off` leaves them empty for tests.
  { name: 'server', command: server, env: { CROWD: 'on', ...env } },
]
const loss = await runProduct(commands, output)
if (loss !== '') console.error(`\n${last.join('')}${loss}`)
process.exit()
