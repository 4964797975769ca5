export const schemes = ['light', 'dark'] as const
export type Scheme = (typeof schemes)[number]

/** The tokens of a theme, by their names without `--`: a value for each screen's width. */
export type Tokens = Readonly<Record<string, readonly string[]>>

/**
 * Tokens of layers over the ground. They may be empty or a gradient; every other token is one
 * colour.
 */
const layers = new Set(['tab', 'row'])

/** A colour as a thin line beside text: `var(--accent) 4px, …`. */
const widestStripe = 16

/**
 * Every colour of a token in one scheme, as CSS without `var()` and `light-dark()`. A layer has the
 * colours under its text: the ground where it is transparent, and the stops of a gradient. A
 * missing or circular token gives ''.
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

/** The colours under text on a layer; null for one plain colour or an unknown value. */
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
  /** Its start and end, as written. */
  readonly places: readonly string[]
}

function stopOf(part: string): Stop {
  const [, colour = '', places = ''] = /^(.*?)((?:\s+[-\d.]+[a-z%]*)*)$/s.exec(part) ?? []
  return { colour, places: places.split(/\s+/).filter(Boolean) }
}

/** The stop is narrow, and the next stop begins at its end. */
function isStripe(first: Stop, second: Stop): boolean {
  const end = pixels(first.places.at(-1))
  return end <= widestStripe && pixels(second.places[0]) <= end
}

function pixels(place: string | undefined): number {
  return place !== undefined && /^[\d.]+(px)?$/.test(place) ? Number.parseFloat(place) : Number.NaN
}

/** The arguments of `name(…)`, with nested brackets kept whole; null for another function. */
function argumentsOf(name: string, value: string): readonly string[] | null {
  if (!value.startsWith(`${name}(`) || !value.endsWith(')')) return null
  const parts = ['']
  let depth = 0
  for (const sign of value.slice(name.length + 1, -1)) {
    if (sign === '(') depth += 1
    if (sign === ')') depth -= 1
    // The first bracket closes before the end, so another layer follows.
    if (depth < 0) return null
    if (sign === ',' && depth === 0) parts.push('')
    else parts[parts.length - 1] += sign
  }
  return parts.map((part) => part.trim())
}
