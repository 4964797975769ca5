/** The middle of the shown square in the picture's pixels, and how much larger than whole it is. */
export interface Place {
  readonly x: number
  readonly y: number
  readonly zoom: number
}

interface Size {
  readonly width: number
  readonly height: number
}

export const zooms = { max: 4, step: 1.15 } as const

/** The largest square, in the middle. */
export function startOf({ width, height }: Size): Place {
  return { x: width / 2, y: height / 2, zoom: 1 }
}

/** The side of the shown square in the picture's pixels. */
export function sideOf({ width, height }: Size, { zoom }: Place): number {
  return Math.min(width, height) / zoom
}

/** The square moved by shares of its side, and never beyond the edge of the picture. */
export function moved(size: Size, place: Place, right: number, down: number): Place {
  const side = sideOf(size, place)
  return within(size, { ...place, x: place.x + right * side, y: place.y + down * side })
}

/** The square with another zoom around its middle, and never beyond the edge of the picture. */
export function zoomed(size: Size, place: Place, zoom: number): Place {
  return within(size, { ...place, zoom: between(1, zooms.max, zoom) })
}

/** Pixels of a wheel that zoom by one step: a notch of a mouse. */
const notch = 100
/** Pixels of what a wheel counts in: pixels, lines, pages. */
const units = [1, 16, 400]

/** By how much a turn of the wheel zooms. A trackpad sends many small ones, which add up to a large one. */
export function wheelFactor({
  deltaY,
  deltaMode,
}: Pick<WheelEvent, 'deltaY' | 'deltaMode'>): number {
  const turned = deltaY * (units[deltaMode] ?? 1)
  return zooms.step ** -between(-1, 1, turned / notch)
}

function within(size: Size, place: Place): Place {
  const half = sideOf(size, place) / 2
  return {
    ...place,
    x: between(half, size.width - half, place.x),
    y: between(half, size.height - half, place.y),
  }
}

function between(min: number, max: number, value: number): number {
  return Math.min(max, Math.max(min, value))
}
