import { createHash } from 'node:crypto'

const cells = 5
const half = Math.ceil(cells / 2)

/** A small image derived from an id: always the same, and different for each id. */
export function avatar(id: string): string {
  const hash = createHash('sha256').update(id).digest()
  const hue = Math.round(((hash[0] ?? 0) / 256) * 360)
  const squares = Array.from({ length: cells * half }, (_, index) => index)
    .filter((index) => (hash[index + 1] ?? 0) > 110)
    .flatMap((index) => {
      const [x, y] = [index % half, Math.floor(index / half)]
      return [...new Set([x, cells - 1 - x])].map((column) => `M${column + 1} ${y + 1}h1v1h-1z`)
    })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 7 7" width="184" height="184">
<rect width="7" height="7" fill="hsl(${hue} 45% 22%)"/>
<path shape-rendering="crispEdges" fill="hsl(${(hue + 40) % 360} 80% 68%)" d="${squares.join('')}"/>
</svg>`
}
