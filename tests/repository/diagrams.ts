import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ImportMap, portalRooms, serverRooms, workspaces } from './map.ts'
import { read, root } from './repository.ts'

/*
 * `npm run generate -- diagrams` draws the maps of imports into docs/tour.md, between the marks that name them.
 * diagrams.test.ts refuses drawings that are not those of the maps.
 */

const tour = 'docs/tour.md'
const maps = { workspaces, server: serverRooms, portal: portalRooms }

/** The tour with the drawings of today's maps. */
export function withDiagrams(document: string): string {
  return Object.entries(maps).reduce((text, [name, map]) => {
    const mark = new RegExp(`(<!-- map: ${name} -->\n)[^]*?(\n<!-- end -->)`)
    if (!mark.test(text)) throw new Error(`${tour} has no place for the map '${name}'.`)
    return text.replace(mark, (_, begin, end) => `${begin}${drawing(map)}${end}`)
  }, document)
}

/** An arrow that others lead past is left out: the drawing would be a net of lines. */
function drawing(map: ImportMap): string {
  const lines = Object.entries(map).flatMap(([room, targets]) => {
    const direct = targets.filter(
      (target) => !targets.some((other) => other !== target && leadsTo(map, other, target)),
    )
    return direct.length === 0 ? [] : [`  ${room} --> ${direct.join(' & ')}`]
  })
  return ['```mermaid', 'flowchart TD', ...lines, '```'].join('\n')
}

function leadsTo(map: ImportMap, from: string, to: string): boolean {
  return (map[from] ?? []).some((next) => next === to || leadsTo(map, next, to))
}

if (import.meta.main) writeFileSync(join(root, tour), withDiagrams(read(tour)))
