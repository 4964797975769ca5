// npm start: the whole product on this machine, on an embedded database.
import { Writable } from 'node:stream'
import { buildPortal } from './portal.mjs'
import { announce, environment, makeRoom } from './product.mjs'
import { isEnding, runTogether } from './processes.mjs'
import { serverFlags } from './serverFlags.mjs'

/** What the processes said last, for the case that one ends. */
let last = []
const output = new Writable({
  write(chunk, _, done) {
    last = [...last, String(chunk)].slice(-200)
    done()
  },
})

await makeRoom()
buildPortal()
const commands = [
  { name: 'stand-ins', command: 'node stand-ins/src/main.ts' },
  { name: 'server', command: `node ${serverFlags.join(' ')} server/src/main.ts` },
].map((command) => ({ ...command, env: environment }))
const ends = runTogether(commands, { endsOn: ['success', 'failure'], output })
void announce()
const [first] = await ends
if (!isEnding()) {
  console.error(`\n${last.join('')}${first.name} ended (${first.exitCode}).`)
  process.exitCode = 1
}
process.exit()
