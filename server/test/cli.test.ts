import { expect, it, onTestFinished } from 'vitest'
import { gatehouseProcess } from './fixtures/processes/gatehouseProcess.ts'
import { ServerEnvironment } from './fixtures/processes/serverEnvironment.ts'

it('the exit code of a command gives a script its outcome', async () => {
  const bench = await ServerEnvironment.open()
  onTestFinished(() => bench.close())
  const unknown = await gatehouseProcess('players show None --deployment local', bench.environment)
  expect(unknown).toEqual({ code: 1, output: '', errors: 'local has no player None.\n' })
  expect((await gatehouseProcess('players dance', bench.environment)).code).toBe(2)
})
