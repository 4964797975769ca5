// npm run test:nightly -- mutants: breaks the product in the places of mutants.json, one after the other, and runs
// the tests that must notice it: a stage and its files. It fails where a mutant lives.
// `npm run test:nightly -- mutants link` plays the mutants whose sentence has this word.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fail, root } from '../bootstrap.mjs'
import mutants from './mutants.json' with { type: 'json' }

const [word = ''] = process.argv.slice(2)
const asked = mutants.filter(({ breaks }) => breaks.toLowerCase().includes(word.toLowerCase()))

// A test that is red anyway would notice nothing.
for (const tests of new Set(asked.map((mutant) => mutant.tests.join(' ')))) {
  if (!(await passes(tests.split(' ')))) fail(`These tests fail without a mutant: ${tests}`)
}

/** Restores the file that is broken now. */
let mend = () => {}
process.on('exit', () => mend())
// Ctrl-C reaches the tests too, and otherwise they notice that they are alone.
process.on('SIGINT', () => process.exit(130)).on('SIGTERM', () => process.exit(143))

let noticed = 0
for (const { breaks, file, from, to, tests } of asked) {
  const path = join(root, file)
  const sound = readFileSync(path, 'utf8')
  const parts = sound.split(from)
  if (parts.length !== 2) fail(`${file} has this not exactly once: ${from}`)
  mend = () => writeFileSync(path, sound)
  writeFileSync(path, parts.join(to))
  const lives = await passes(tests)
  mend()
  console.log(`${lives ? 'LIVES  ' : 'noticed'}  ${breaks}`)
  if (!lives) noticed += 1
}
console.log(`\n${noticed} of ${asked.length} mutants are noticed.`)
process.exit(noticed === asked.length ? 0 : 1)

async function passes([stage, ...files]) {
  const args = ['scripts/test.mjs', 'daily', stage, ...files]
  const [status] = await once(spawn(process.execPath, args, { cwd: root, stdio: 'ignore' }), 'exit')
  return status === 0
}
