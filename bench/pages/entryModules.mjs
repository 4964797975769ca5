// The largest modules of what every page runs: a large one that nobody meant is seen here.
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const portal = fileURLToPath(new URL('../../portal/', import.meta.url))
const root = fileURLToPath(new URL('../../', import.meta.url))

/** The ten largest modules of the portal's entry, with the characters that each has in it. */
export async function largestOfEntry() {
  process.env.NODE_ENV = 'production'
  const { output } = await build({
    root: portal,
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
  return [...held]
    .flatMap(({ modules }) => Object.entries(modules))
    .map(([id, { renderedLength }]) => ({ name: id.replace(root, ''), length: renderedLength }))
    .toSorted((one, other) => other.length - one.length)
    .slice(0, 10)
}
