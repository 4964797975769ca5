// npm run bench -- growth: the same calls on databases of 10 thousand, 1 million and 10 million
// players, in turns. It fails where a call costs more than 1.3 times its cost in the smallest. `--
// 10000 1000000 --rounds 3` sets the sizes and the rounds.
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { bootstrap } from '../../scripts/bootstrap.mjs'
import { installApart } from '../../scripts/installApart.mjs'

await bootstrap()
installApart(dirname(fileURLToPath(import.meta.url)))
const { startPostgres } = await import('../../scripts/postgres.mjs')
const { seedLoad } = await import('./seedLoad.mjs')
const { runLoad } = await import('./runLoad.mjs')
const { printMachineSpeed } = await import('./machineSpeed.mjs')
const { emptyDatabases } = await import('./startBenchEnvironment.mjs')
const { Product } = await import('./product.mjs')

const { values, positionals } = parseArgs({
  options: { rounds: { type: 'string', default: '5' }, seconds: { type: 'string', default: '5' } },
  allowPositionals: true,
})
const counts = (positionals.length > 0 ? positionals : [1e4, 1e6, 1e7]).map(Number)
const most = 1.3

const calls = {
  'read of the profile': (product) => product.reads(1024, 4),
  'read of the token': (product) => product.tokens(1024, 4),
  'log-in of any player': (product, count) =>
    product.logInsOfSeededPlayers(4096, count - product.players.length),
}

const postgres = await startPostgres()
if (postgres === null) throw new Error('Growth is measured on PostgreSQL.')
const products = []
try {
  const names = counts.map((count) => `players_${count}`)
  const databases = await emptyDatabases(postgres.socketUrl, names)
  for (const [index, count] of counts.entries()) {
    const url = databases[names[index]]
    const from = performance.now()
    products.push(await Product.open(url, {}, () => seedLoad(url, count)))
    const seconds = ((performance.now() - from) / 1000).toFixed(0)
    console.log(`${count.toLocaleString('en')} players: made in ${seconds} s`)
  }
  await printMachineSpeed()
  process.exitCode = (await compare()) ? 0 : 1
} finally {
  for (const product of products) await product.close()
  await postgres.end()
}

/** Prints the cost of each call at each size. Returns whether all are within the limit. */
async function compare() {
  let isFlat = true
  for (const [name, requestsOf] of Object.entries(calls)) {
    const rates = counts.map(() => [])
    // The first round compiles the code, and is not counted.
    for (let round = -1; round < Number(values.rounds); round += 1) {
      for (const [index, product] of products.entries()) {
        const requests = requestsOf(product, counts[index])
        const load = {
          url: product.url,
          connections: 16,
          seconds: Number(values.seconds),
          requests,
        }
        const { perSecond } = await runLoad({ ...load, mayFail: name.startsWith('log-in') })
        if (round >= 0) rates[index].push(perSecond)
      }
    }
    const medians = rates.map((each) => each.toSorted((a, b) => a - b)[each.length >> 1])
    for (const [index, median] of medians.entries()) {
      const cost = medians[0] / median
      if (cost > most) isFlat = false
      const mark = cost > most ? ' ! ' : '   '
      const among = counts[index].toLocaleString('en').padStart(12)
      console.log(
        `${mark}${name.padEnd(22)}${among}  ${median.toFixed(0).padStart(6)}/s  × ${cost.toFixed(2)}`,
      )
    }
  }
  return isFlat
}
