import { afterAll, beforeAll } from 'vitest'
import { openVictims, type Victims } from './openVictims.ts'
import { type Journey, runKills } from './runKills.ts'
import type { Victim } from './victim.ts'

/** The servers that the tests of one file kill. */
export interface VictimsOfFile {
  readonly both: () => readonly Victim[]
  /** Kills them at every point of a journey; resolves with how often they died. */
  readonly killAlong: <Subject>(journey: Journey<Subject>) => Promise<number>
}

/** Opens them before the tests of the file that calls this, and closes them after. */
export function victimsOfFile(): VictimsOfFile {
  let opened: Victims | null = null
  beforeAll(async () => {
    opened = await openVictims()
  })
  afterAll(() => opened?.close())
  const both = () => {
    if (!opened) throw new Error('Before its tests a file has no victims.')
    return opened.both
  }
  return { both, killAlong: (journey) => runKills(both(), journey) }
}
