import { expect, it } from 'vitest'
import { DatabaseRefusedError } from './databaseRefusedError.ts'
import { openPostgres } from './openDatabase.ts'

it('refuses an unreachable database with the name of its setting and the remedy', async () => {
  const database = openPostgres('postgres://gatehouse@127.0.0.1:1/gatehouse', 1)
  const refused = database.migrate()
  await expect(refused).rejects.toThrow(DatabaseRefusedError)
  await expect(refused).rejects.toThrow(/^DATABASE_URL: .*ECONNREFUSED.*see that PostgreSQL runs/)
  await database.close()
})
