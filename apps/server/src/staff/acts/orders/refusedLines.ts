/** A line of a file that is refused. */
export interface RefusedLine {
  readonly line: number
  readonly reason: string
}

/** The message names this many lines; programs get all of them. */
const mostNamed = 50

export function firstOf(lines: readonly string[]): readonly string[] {
  const more = lines.length - mostNamed
  const rest = more > 0 ? [`… and ${more} more; --json names them all.`] : []
  return [...lines.slice(0, mostNamed), ...rest]
}

/** Refused lines for people: how many, and the first ones with their reasons. */
export function listRefused(refused: readonly RefusedLine[]): string {
  const named = refused.map(({ line, reason }) => `line ${line}: ${reason}`)
  return [`${refused.length} lines are refused.`, ...firstOf(named)].join('\n')
}
