/** A line of a file that is refused. */
export interface RefusedLine {
  readonly line: number
  readonly reason: string
}

/** The message names this many lines; programs get all of them. */
const mostNamed = 50

/** Refused lines for people: how many, and the first ones with their reasons. */
export function listRefused(refused: readonly RefusedLine[]): string {
  const named = refused.slice(0, mostNamed).map(({ line, reason }) => `line ${line}: ${reason}`)
  const more = refused.length - named.length
  return [
    `${refused.length} lines are refused.`,
    ...named,
    ...(more > 0 ? [`… and ${more} more; --json names them all.`] : []),
  ].join('\n')
}
