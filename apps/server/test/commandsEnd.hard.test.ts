import type { ActRow } from '@gatehouse/contract/acts/act'
import { commandNames, everyAct } from '@gatehouse/contract/acts/everyAct'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { CommandBench } from './fixtures/processes/commandBench.ts'
import { guideLines } from './fixtures/processes/guideLines.ts'

/* Every command ends by itself, as the guides write it: done or refused, and understood. */

const written = await guideLines()
const lines = commandNames.flatMap((name) => {
  const found = written.find((each) => `${each} `.startsWith(`${name} `))?.replace(' --dry-run', '')
  // The ids of this test are of nothing.
  const line = found?.replace(' SESSION ', ` ${'a'.repeat(16)} `).replace(' ID ', ' 7 ')
  if (line === undefined) return []
  return (everyAct[name] as ActRow).isTried ? [`${line} --dry-run`, line] : [line]
})
lines.push('mcp', '--help')

let bench: CommandBench

beforeAll(async () => {
  bench = await CommandBench.open(inject('template').kind)
})
afterAll(() => bench.close())

it('has a line of every command', () => {
  const missing = commandNames.filter(
    (name) => !lines.some((line) => `${line} `.startsWith(`${name} `)),
  )
  expect(missing).toEqual([])
})

it.for(lines)('without a server, this ends: %s', async (line, { signal }) => {
  const { code, errors } = await bench.run(line, { signal })
  expect([code, errors]).toEqual([expect.toBeOneOf([0, 1]), code === 0 ? '' : errors])
})

it('has no connection any more when all have ended', async () => {
  await expect.poll(() => bench.connections()).toBe(0)
})

it('beside a server of its folder, every command ends', async ({ signal }) => {
  const server = await bench.start()
  for (const line of lines) {
    const { code, errors } = await bench.run(line, { signal })
    expect([line, code, errors]).toEqual([line, expect.toBeOneOf([0, 1]), code === 0 ? '' : errors])
  }
  await bench.stop(server)
})
