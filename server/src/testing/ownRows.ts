import { everyRow } from './everyRow.ts'
import type { TestApp } from './startApp.ts'

/** Every row of our own tables in some order that stays: what a refused call must not change. */
export async function ownRows({ services }: Pick<TestApp, 'services'>): Promise<readonly string[]> {
  const rows = (await everyRow(services.database.kysely)).split('\n')
  return rows.filter((row) => /^public\.(?!attempts )/.test(row)).toSorted()
}
