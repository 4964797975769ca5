import { setImmediate as setImmediately } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { after } from '../../platform/clock.ts'
import { ShortMemory } from './shortMemory.ts'

const noon = new Date('2026-01-01T12:00:00Z')

/** A question that counts how often it was asked, and answers with the count. */
function question(answer: (times: number) => Promise<number | undefined>) {
  const asked = { times: 0 }
  const ask = () => answer((asked.times += 1))
  return { asked, ask }
}

describe('a short memory', () => {
  it('gives an answer again within a second, and no longer', async () => {
    const memory = new ShortMemory<number>()
    const { ask } = question((times) => Promise.resolve(times))
    const at = (seconds: number) => memory.recall('Ada', after(noon, seconds), false, ask)
    expect(await Promise.all([at(0), at(0), at(0.5), at(0.999)])).toEqual([1, 1, 1, 1])
    expect([await at(1), await at(1.999), await at(2)]).toEqual([2, 2, 3])
  })

  it('asks anew for who wants that, and gives what was told then to the others', async () => {
    const memory = new ShortMemory<number>()
    const { ask } = question((times) => Promise.resolve(times))
    const anew = (is: boolean) => memory.recall('Ada', noon, is, ask)
    expect([await anew(false), await anew(true), await anew(false)]).toEqual([1, 2, 2])
  })

  it('keeps nothing alive when the clock is put back', async () => {
    const memory = new ShortMemory<number>()
    const { ask } = question((times) => Promise.resolve(times))
    await memory.recall('Ada', noon, false, ask)
    expect(await memory.recall('Ada', after(noon, -3600), false, ask)).toBe(2)
  })

  it('asks again where there is nothing, and where the question failed', async () => {
    const memory = new ShortMemory<number>()
    const { ask } = question((times) =>
      times === 1 ? Promise.reject(new Error('away')) : Promise.resolve(times > 2 ? 3 : undefined),
    )
    await expect(memory.recall('Ada', noon, false, ask)).rejects.toThrow('away')
    expect(await memory.recall('Ada', noon, false, ask)).toBeUndefined()
    expect(await memory.recall('Ada', noon, false, ask)).toBe(3)
  })

  it('gives nobody what was asked before it had to forget', async () => {
    const memory = new ShortMemory<number>()
    const asked = memory.recall('Ada', noon, false, () => setImmediately(1))
    memory.forget()
    expect(await asked).toBe(1)
    expect(await memory.recall('Ada', noon, false, () => Promise.resolve(2))).toBe(2)
  })

  it('does not grow without end', async () => {
    const memory = new ShortMemory<number>()
    const { asked, ask } = question((times) => Promise.resolve(times))
    for (let player = 0; player <= 10_000; player += 1) {
      await memory.recall(String(player), noon, false, ask)
    }
    await memory.recall('0', noon, false, ask)
    expect(asked.times).toBe(10_002)
  })
})
