import type { Scheme } from './drawing.ts'

interface Sky {
  /** How far the sun, or in the dark scheme the moon, is on its way: 0 where it rises, 1 where it sets. */
  readonly way: number
  /** How much of the colours of dawn and dusk there is, 0 to 1. */
  readonly warmth: number
}

const sunrise = 5
const sunset = 21
const moonrise = 17
const moonset = 31

/** The sky at an hour of the player's clock, 0 to 24 with its minutes as a fraction. */
export function skyAt(hour: number, scheme: Scheme): Sky {
  return { way: scheme === 'light' ? sunAt(hour) : moonAt(hour), warmth: warmthAt(hour) }
}

/** By night it stays where it has set, until midnight, and then where it will rise. */
function sunAt(hour: number): number {
  return above((hour - sunrise) / (sunset - sunrise))
}

/** By day the moon stays where it has set, until noon, and then where it will rise. */
function moonAt(hour: number): number {
  const ofNight = hour < 12 ? hour + 24 : hour
  return above((ofNight - moonrise) / (moonset - moonrise))
}

/** Two hours about dawn and dusk. */
function warmthAt(hour: number): number {
  return Math.max(...[6, 19.5].map((middle) => within(1 - Math.abs(hour - middle) / 2)))
}

/** It never gets so low that the land hides it: a sky has a sun, or a moon, at every hour. */
function above(part: number): number {
  return Math.min(0.93, Math.max(0.07, part))
}

function within(part: number): number {
  return Math.min(1, Math.max(0, part))
}
