import { type Interruption, interruptions } from './interruptions.ts'
import { type Journey, journeys, type Step } from './journeys.ts'

export interface Case {
  readonly journey: Journey
  readonly step: Step
  readonly interruption: Interruption
}

const every: readonly Case[] = journeys.flatMap((journey) =>
  journey.steps.flatMap((step) =>
    interruptions
      .filter(({ leftOut }) => leftOut?.(journey, step) !== true)
      .map((interruption) => ({ journey, step, interruption })),
  ),
)

/** Of the journeys that take turns, so many have a case a day. */
const inTurn = 2

/** Each journey of the day once, at a step and with an interruption that the seed draws. */
function drawn(seed: number): readonly Case[] {
  const takers = journeys.filter(({ takesTurns }) => takesTurns)
  const first = draw(seed) % takers.length
  const ofToday = new Set([...takers, ...takers].slice(first, first + inTurn))
  return journeys.flatMap((journey, at) => {
    if (journey.takesTurns && !ofToday.has(journey)) return []
    const own = every.filter((each) => each.journey === journey)
    return own[draw(seed + at * 7919) % own.length] as Case
  })
}

/** A number that seems to be any, and is the same for the same seed (splitmix32). */
function draw(seed: number): number {
  let mixed = (seed + 0x9e3779b9) | 0
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x21f0aaad)
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97)
  return (mixed ^ (mixed >>> 15)) >>> 0
}

export const seed = process.env['INTERRUPTIONS_SEED'] ?? ''
export const chosen = process.env['EVERY_INTERRUPTION'] === undefined ? drawn(Number(seed)) : every
