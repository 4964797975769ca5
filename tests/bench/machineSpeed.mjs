import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { readSettings } from '../../apps/server/src/platform/config/readSettings.ts'
import { runLoad } from './runLoad.mjs'
import { startServer } from './startBenchEnvironment.mjs'

const seconds = 3

/** The passwords a second that the processor checks, with the product's parameters. */
export function hashRate(seconds) {
  const { ARGON2_MEMORY_KIB: memory, ARGON2_PASSES: passes } = readSettings({})
  const args = [join(import.meta.dirname, 'hashRate.mjs'), seconds, memory, passes]
  const { stdout } = spawnSync(process.execPath, args.map(String), { encoding: 'utf8' })
  return Number(stdout)
}

/** Requests for the answer that costs a server nothing. */
export function bare(path) {
  return Array.from({ length: 64 }, () => ({ path }))
}

/** Prints how fast the machine is now, which every table is read by. */
export async function printMachineSpeed() {
  const floor = await startServer('floorServer.mjs', {})
  const load = { url: floor.url, connections: 64, requests: bare('/bare') }
  await runLoad({ ...load, seconds: 1 })
  const { perSecond } = await runLoad({ ...load, seconds })
  await floor.end()
  const rates = [perSecond, hashRate(seconds)].map((rate) => Math.round(rate).toLocaleString('en'))
  console.log(`The machine: bare Fastify ${rates[0]} a second, argon2id ${rates[1]} a second`)
}
