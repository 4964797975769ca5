/** Characters of a sketch: fewer than a packet, and enough to tell the scene. */
const most = 1700

/** Characters of one element: a sky of stars would leave no room for the hills. */
const mostOfOne = 430

const definition = /<(?:defs|clipPath|linearGradient|radialGradient|pattern|mask|symbol|filter)\b/
const tag = /<(\/?)([a-zA-Z]+)[^>]*?(\/?)>/g
const reference = /(?:url\(|href=")#([^")]+)/g

/**
 * The farthest layers of a drawing, as many as few bytes hold: what is seen of a scene before the whole
 * drawing has come, in its colours and in its place. Null for a drawing that has no small layers.
 */
export function sketchOf(drawing: string): string | null {
  const [opening, ...parts] = partsOf(drawing)
  if (opening === undefined) return null
  const definitions = parts.filter((part) => definition.exec(part)?.index === 0)
  const known = new Map(definitions.flatMap(definedIn))
  const drawn: string[] = []
  let text: string | null = null
  for (const part of parts) {
    if (definitions.includes(part) || part.length > mostOfOne) continue
    drawn.push(part)
    const needed = neededBy(drawn, known)
    const defs = needed.length === 0 ? '' : `<defs>${needed.join('')}</defs>`
    const longer = `${opening}${defs}${drawn.join('')}</svg>`
    if (longer.length > most) return text
    text = longer
  }
  return text
}

/** The tag of a drawing itself, and the elements directly in it. */
function partsOf(drawing: string): readonly string[] {
  const parts: string[] = []
  let depth = 0
  let start = 0
  for (const { 0: text, 1: end, 3: closed, index } of drawing.matchAll(tag)) {
    if (depth === 0 && end === '') parts.push(text)
    if (depth === 1 && end === '') start = index
    if (end !== '') depth -= 1
    else if (closed === '') depth += 1
    if (depth === 1 && parts.length > 0 && index + text.length > start && text !== parts[0]) {
      parts.push(drawing.slice(start, index + text.length))
    }
  }
  return parts
}

/** The elements of a definition by their names, or the one that it is. */
function definedIn(part: string): readonly (readonly [string, string])[] {
  const held = part.startsWith('<defs') ? partsOf(part).slice(1) : [part]
  return held.flatMap((one) => {
    const name = /^<[^>]*\bid="([^"]+)"/.exec(one)?.[1]
    return name === undefined ? [] : [[name, one] as const]
  })
}

/** The definitions that elements refer to, and those that these refer to. */
function neededBy(
  parts: readonly string[],
  known: ReadonlyMap<string, string>,
  found = new Set<string>(),
): readonly string[] {
  for (const [, name = ''] of parts.join('').matchAll(reference)) {
    const text = known.get(name)
    if (text === undefined || found.has(text)) continue
    found.add(text)
    neededBy([text], known, found)
  }
  return [...found]
}
