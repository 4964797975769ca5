export const schemes = ['light', 'dark'] as const
export type Scheme = (typeof schemes)[number]

/** What a theme says of its tokens, by their names without `--`: a value for each screen's width. */
export type Tokens = Readonly<Record<string, readonly string[]>>

/** Tokens that lie over the ground and may be nothing or a gradient. Every other is one colour. */
const layers = new Set(['tab', 'row'])

/** A colour in the width of a line that stands beside text: `var(--accent) 4px, …`. */
const widestStripe = 16

/**
 * Every colour that a token can have in one scheme, as CSS without `var()` and `light-dark()`: of a
 * layer those that text can stand on, which are the ground where it is transparent and the stops of
 * a gradient. '' for what is not said or leads back to itself.
 */
export function tokenColours(tokens: Tokens, name: string, scheme: Scheme): readonly string[] {
  return follow(`var(--${name})`, false, [])

  function follow(value: string, isLayer: boolean, seen: readonly string[]): readonly string[] {
    const sides = argumentsOf('light-dark', value)
    if (sides !== null) return follow(sides[schemes.indexOf(scheme)] ?? '', isLayer, seen)
    const [, other] = /^var\(\s*--([a-z-]+)\s*\)$/.exec(value) ?? []
    if (other !== undefined) {
      const values = seen.includes(other) ? [] : (tokens[other] ?? [])
      if (values.length === 0) return ['']
      return values.flatMap((said) => follow(said.trim(), layers.has(other), [...seen, other]))
    }
    const grounds = isLayer ? groundsIn(value) : null
    return grounds?.flatMap((ground) => follow(ground, true, seen)) ?? [value]
  }
}

/** What text on a layer can stand on; null when that is one colour, or nothing that is known. */
function groundsIn(layer: string): readonly string[] | null {
  if (layer === 'none' || layer === 'transparent') return ['var(--ground)']
  const said = argumentsOf('linear-gradient', layer) ?? argumentsOf('radial-gradient', layer)
  if (said === null) return null
  const stops = said.filter((part, at) => at > 0 || !isDirection(part)).map(stopOf)
  const [first, second] = stops
  const isStriped = first !== undefined && second !== undefined && isStripe(first, second)
  return stops.slice(isStriped ? 1 : 0).map(({ colour }) => colour)
}

function isDirection(part: string): boolean {
  return /^(to |circle|ellipse|at |[-\d.]|var\(--along\))/.test(part)
}

interface Stop {
  readonly colour: string
  /** Where it begins and ends, as it was written. */
  readonly places: readonly string[]
}

function stopOf(part: string): Stop {
  const [, colour = '', places = ''] = /^(.*?)((?:\s+[-\d.]+[a-z%]*)*)$/s.exec(part) ?? []
  return { colour, places: places.split(/\s+/).filter(Boolean) }
}

/** Narrow, and the next begins where it ends, not further on. */
function isStripe(first: Stop, second: Stop): boolean {
  const end = pixels(first.places.at(-1))
  return end <= widestStripe && pixels(second.places[0]) <= end
}

function pixels(place: string | undefined): number {
  return place !== undefined && /^[\d.]+(px)?$/.test(place) ? Number.parseFloat(place) : Number.NaN
}

/** What stands between the commas of `name(…)`, brackets kept whole; null when it is another. */
function argumentsOf(name: string, value: string): readonly string[] | null {
  if (!value.startsWith(`${name}(`) || !value.endsWith(')')) return null
  const parts = ['']
  let depth = 0
  for (const sign of value.slice(name.length + 1, -1)) {
    if (sign === '(') depth += 1
    if (sign === ')') depth -= 1
    // The first bracket closed before the end: another layer follows.
    if (depth < 0) return null
    if (sign === ',' && depth === 0) parts.push('')
    else parts[parts.length - 1] += sign
  }
  return parts.map((part) => part.trim())
}
