// npm run bench: the account API, peers and floors in one table. `npm run bench -- --quick` takes
// two minutes and shows the order of magnitude; `npm run bench -- read token` measures some rows.
import { availableParallelism, cpus } from 'node:os'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bootstrap } from '../../scripts/bootstrap.mjs'
import { installApart } from '../../scripts/installApart.mjs'

await bootstrap()
installApart(dirname(fileURLToPath(import.meta.url)))
const { startBenchEnvironment } = await import('./startBenchEnvironment.mjs')
const { printMachineSpeed } = await import('./machineSpeed.mjs')
const { measurements } = await import('./measurements.mjs')
const { printTable } = await import('./printTable.mjs')

const args = process.argv.slice(2)
const isQuick = args.includes('--quick')
const asked = args.filter((arg) => !arg.startsWith('--'))
const warmUpSeconds = 3
const pace = isQuick ? { rounds: 1, seconds: 3 } : { rounds: 5, seconds: 10 }

const chosen = measurements.filter(({ name }) => asked.length === 0 || asked.includes(name))
const known = measurements.map(({ name }) => name)
if (asked.some((name) => !known.includes(name))) {
  console.error(`The measurements are ${[...new Set(known)].join(', ')}.`)
  process.exit(1)
}

const environment = await startBenchEnvironment()
const results = new Map(chosen.map((measurement) => [measurement, []]))
let isWhole = true
try {
  console.log(environment.versions.join(', '))
  console.log(
    `${availableParallelism()} cores, ${cpus()[0]?.model ?? 'unknown'}; ` +
      `${pace.rounds} rounds of ${pace.seconds} seconds each, medians`,
  )
  await printMachineSpeed()
  // In the first seconds the code is not compiled yet: they are not counted.
  for (const measurement of chosen) await measure(measurement, warmUpSeconds)
  // The measurements take turns, so that other load on the machine affects all of them.
  for (let round = 0; round < pace.rounds; round += 1) {
    for (const measurement of chosen) {
      const figures = await measure(measurement, pace.seconds)
      if (figures !== null) results.get(measurement).push(figures)
    }
  }
} finally {
  await environment.close()
}
const isKept = printTable(results)
process.exit(isWhole && (isKept || isQuick) ? 0 : 1)

/** Measures once; null where that failed: the others are measured. */
async function measure(measurement, seconds) {
  try {
    return await measurement.run(environment, seconds)
  } catch (error) {
    isWhole = false
    console.error(` !  ${measurement.title}: ${error.message}`)
    return null
  }
}
