import { inject } from 'vitest'
import type { KillPoint } from '../killPoint.ts'
import type { Victim } from './victim.ts'

/** What a dead server leaves of something: nothing, all, or what it was in the middle of. */
export type Left = 'nothing' | 'all' | `half: ${string}`

/** Something that a player does while the server dies. */
export interface Journey<Subject> {
  /** Points at which nothing of it may be left, and those from which on all of it is there. */
  readonly points: Readonly<Record<'nothing' | 'all', readonly KillPoint[]>>
  /** How far the player is when it begins; `name` is nobody else's. */
  readonly begin: (victim: Victim, name: string) => Promise<Subject>
  readonly act: (subject: Subject) => Promise<unknown>
  /** Looks at the database of the dead server. */
  readonly left: (victim: Victim, subject: Subject) => Promise<Left>
  /** What the player does then, until everything is as if nothing had happened. */
  readonly goOn: (victim: Victim, subject: Subject, left: Left) => Promise<void>
}

/** How often the server dies at each point: less where each death takes long. */
const times = () => (inject('template').kind === 'postgres' ? 10 : 3)

let names = 0

/**
 * Kills servers at every point of a journey, each server one death after the other. Throws when a
 * point is not reached, when something else is left than has to be, when what was acknowledged is
 * lost, or when the player cannot go on; with all of that at once.
 */
export async function runKills<Subject>(
  victims: readonly Victim[],
  journey: Journey<Subject>,
): Promise<number> {
  const { nothing, all } = journey.points
  const deaths = Array.from({ length: times() }, () => [
    ...nothing.map((point) => ({ point, expected: 'nothing' as const })),
    ...all.map((point) => ({ point, expected: 'all' as const })),
  ]).flat()
  const count = deaths.length
  await Promise.all(
    victims.map(async (victim) => {
      for (let death = deaths.pop(); death; death = deaths.pop()) {
        await die(victim, journey, death).catch((cause: unknown) => {
          throw new Error(`${death?.point}: ${String(cause)}`, { cause })
        })
      }
    }),
  )
  return count
}

async function die<Subject>(
  victim: Victim,
  { begin, act, left, goOn }: Journey<Subject>,
  { point, expected }: { readonly point: KillPoint; readonly expected: 'nothing' | 'all' },
): Promise<void> {
  names += 1
  const subject = await begin(victim, `K${names}`)
  const wasAnswered = await victim.dieAt(point, () => act(subject))
  const found = await left(victim, subject)
  if (wasAnswered && found !== 'all') throw new Error(`It was acknowledged, and left is ${found}.`)
  if (found !== expected) throw new Error(`Left is ${found} instead of ${expected}.`)
  await victim.freeJobs()
  await victim.revive()
  await goOn(victim, subject, found)
}
