// npm run test:mutants: breaks the product in the places of mutants.json, one after the other, and runs
// the tests that must notice it: a stage and its files. It fails where a mutant lives. `npm run test:mutants -- link` plays
// the mutants whose sentence has this word.
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fail, root } from '../bootstrap.mjs'
import mutants from './mutants.json' with { type: 'json' }

const [word = ''] = process.argv.slice(2)
const asked = mutants.filter(({ breaks }) => breaks.toLowerCase().includes(word.toLowerCase()))

// A test that is red anyway would notice nothing.
for (const tests of new Set(asked.map((mutant) => mutant.tests.join(' ')))) {
  if (!passes(tests.split(' '))) fail(`These tests fail without a mutant: ${tests}`)
}

const living = asked.filter((mutant) => {
  const isNoticed = !withMutant(mutant, () => passes(mutant.tests))
  console.log(`${isNoticed ? 'noticed' : 'LIVES  '}  ${mutant.breaks}`)
  return !isNoticed
})
console.log(`\n${asked.length - living.length} of ${asked.length} mutants are noticed.`)
process.exit(living.length === 0 ? 0 : 1)

/** Runs `work` while a file is broken, and mends the file in any case. */
function withMutant({ file, from, to }, work) {
  const path = join(root, file)
  const sound = readFileSync(path, 'utf8')
  if (sound.split(from).length !== 2) fail(`${file} has this not exactly once: ${from}`)
  const mend = () => writeFileSync(path, sound)
  process.once('exit', mend)
  try {
    writeFileSync(path, sound.split(from).join(to))
    return work()
  } finally {
    mend()
    process.off('exit', mend)
  }
}

/** Ctrl-C reaches the tests too: they end, and the file is mended. */
process.on('SIGINT', () => process.exit(130)).on('SIGTERM', () => process.exit(143))

function passes([stage, ...files]) {
  const args = ['scripts/test.mjs', 'daily', stage, ...files]
  return spawnSync(process.execPath, args, { cwd: root, stdio: 'ignore' }).status === 0
}
