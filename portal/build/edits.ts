import type { Node } from './routeFiles.ts'

/** A part of a text, and what stands there instead. */
export interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string
}

export function placeOf(node: Node): Pick<Edit, 'start' | 'end'> {
  return { start: Number(node['start']), end: Number(node['end']) }
}

/** A text with its edits. What lies within another edit goes with it. */
export function edited(code: string, edits: readonly Edit[]): string {
  let at = 0
  const parts = edits
    .toSorted((one, other) => one.start - other.start || other.end - one.end)
    .flatMap(({ start, end, text }) => {
      if (start < at) return []
      const before = code.slice(at, start)
      at = end
      return [before, text]
    })
  return [...parts, code.slice(at)].join('')
}
