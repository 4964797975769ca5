import { relative } from 'node:path'
import type { Rolldown } from 'vite'

/**
 * The ten largest modules of what comes before the log-in is usable, in any order. One that is not
 * among them came by mistake, or takes the place of another here.
 */
export const knownLargest: readonly string[] = [
  'contract/src/calls.ts',
  'contract/src/environments.ts',
  'contract/src/routes.ts',
  'node_modules/@lingui/core/dist/index.mjs',
  'node_modules/@lingui/react/dist/shared/react.BfnMv8hy.mjs',
  'node_modules/react-dom/cjs/react-dom-client.production.js',
  'node_modules/react/cjs/react.production.js',
  'node_modules/scheduler/cjs/scheduler.production.js',
  'portal/src/routes/routes.ts',
  'portal/src/session/session.ts',
]

export interface ModuleSize {
  readonly name: string
  /** Characters before names are shortened. */
  readonly length: number
}

/** The ten largest modules of some files of script, by their paths in the repository. */
export function largestModules(chunks: readonly Rolldown.OutputChunk[]): readonly ModuleSize[] {
  const root = new URL('../..', import.meta.url).pathname
  return chunks
    .flatMap(({ modules }) => Object.entries(modules))
    .map(([id, { renderedLength }]) => ({ name: relative(root, id), length: renderedLength }))
    .toSorted((one, other) => other.length - one.length)
    .slice(0, 10)
}
