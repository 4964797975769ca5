import { expect, it } from 'vitest'
import { startApp } from '../test/fixtures/startApp.ts'
import { seed } from './seed.ts'

it('production has no sample players, as their password is public (N01)', async () => {
  const app = await startApp()
  try {
    const settings = { ...app.services.settings, NODE_ENV: 'production' }
    await expect(seed({ ...app.services, settings })).rejects.toThrow('production has none')
    const rows = await app.services.database.kysely.selectFrom('players').select('id').execute()
    expect(rows).toEqual([])
  } finally {
    await app.close()
  }
})
