// Measures the passwords a second that an idle processor can check: the floor of log-ins. `node
// hashRate.mjs <seconds> <KiB> <passes>` prints it.
import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'

const [seconds, memoryCost, timeCost] = process.argv.slice(2).map(Number)
const password = 'Correct7Horses'
const known = await hash(password, { memoryCost, timeCost, parallelism: 1 })
const from = performance.now()
const until = from + seconds * 1000
let checked = 0
const lane = async () => {
  while (performance.now() < until) {
    await verify(known, password)
    checked += 1
  }
}
await Promise.all(Array.from({ length: availableParallelism() }, lane))
console.log((checked * 1000) / (performance.now() - from))
