// The largest modules of what every page runs: one that came by mistake is seen here.
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { knownLargest, largestModules } from '../../portal/build/largestModules.ts'

/** Builds the portal, and prints the ten largest modules of its entry. Returns whether each is known. */
export async function printLargest() {
  process.env.NODE_ENV = 'production'
  const root = fileURLToPath(new URL('../../portal/', import.meta.url))
  // The build finds the words' configuration where it is called.
  process.chdir(root)
  const { output } = await build({
    root,
    mode: 'production',
    logLevel: 'silent',
    build: { write: false },
  })
  const chunks = new Map(
    output.filter(({ type }) => type === 'chunk').map((one) => [one.fileName, one]),
  )
  const entry = [...chunks.values()].find(({ isEntry }) => isEntry)
  const held = new Set([entry])
  for (const { imports } of held) for (const name of imports) held.add(chunks.get(name))
  const largest = largestModules([...held])
  console.log('\nThe largest modules of the entry, in characters before names are shortened:\n')
  for (const { name, length } of largest) {
    console.log(`${knownLargest.includes(name) ? '  ' : ' !'} ${name} ${length}`)
  }
  return largest.every(({ name }) => knownLargest.includes(name))
}
