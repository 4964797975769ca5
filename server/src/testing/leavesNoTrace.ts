import { expect } from 'vitest'
import { everyRow } from './everyRow.ts'
import type { TestApp } from './startApp.ts'

/**
 * Runs calls that must be refused and proves what a refusal is: no row of ours is another than
 * before, but for counters of attempts; no mail is sent; and each has one line in the security log.
 */
export async function leavesNoTrace<Answer>(
  app: TestApp,
  refusals: number,
  run: () => Promise<Answer>,
): Promise<Answer> {
  const mails = (await app.mails()).length
  const rows = await rowsOf(app)
  const lines = securityLines(app)
  const answer = await run()
  expect(await rowsOf(app)).toEqual(rows)
  expect(await app.mails()).toHaveLength(mails)
  expect(securityLines(app) - lines).toBe(refusals)
  return answer
}

async function rowsOf(app: TestApp): Promise<readonly string[]> {
  const rows = (await everyRow(app.services.database.kysely)).split('\n')
  return rows
    .filter((row) => row.startsWith('public.') && !row.startsWith('public.attempts '))
    .toSorted()
}

function securityLines(app: TestApp): number {
  return app.logged.filter((line) => line.includes('"security":')).length
}
