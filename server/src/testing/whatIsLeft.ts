import { everyRow } from './everyRow.ts'
import type { TestApp } from './startApp.ts'

/**
 * What a refused request must leave as it was: every row of the database but the counts of how often
 * somebody tried, and how many mails went out.
 */
export async function whatIsLeft(app: TestApp): Promise<string> {
  const mails = await app.mails()
  const text = await everyRow(app.services.database.kysely)
  const rows = text.split('\n').filter((row) => !/^(public\.attempts|pgboss\.)/.test(row))
  return [...rows.toSorted(), `${mails.length} mails`].join('\n')
}
