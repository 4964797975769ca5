import type { Drawing } from './drawing.ts'

/** Where a drawing lies that covers the art of a page, as its background does. */
export interface Cover {
  readonly scale: number
  readonly x: number
  readonly y: number
}

export function coverOf(art: HTMLElement, { size: [width, height] }: Drawing): Cover {
  const { clientWidth, clientHeight } = art
  const scale = Math.max(clientWidth / width, clientHeight / height)
  const shown = getComputedStyle(art).getPropertyValue('--art-place')
  // The parts of the room that is left, across and down.
  const [across = 50, down = 50] = (shown.match(/[\d.]+/g) ?? []).map(Number)
  return {
    scale,
    x: ((clientWidth - width * scale) * across) / 100,
    y: ((clientHeight - height * scale) * down) / 100,
  }
}
