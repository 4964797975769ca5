import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { connectionPolicy } from './connectionPolicy.ts'
import { openPostgres } from './openDatabase.ts'

const url = 'postgres://gatehouse@127.0.0.1:1/gatehouse'

it('every connection has limits of time, keepalive and a life, that of the job queue too (T66)', async () => {
  const database = openPostgres(url, 1)
  const uses = ['migrations', 'checks'] as const
  for (const settings of [...uses.map((use) => connectionPolicy(url, use)), database.jobs]) {
    expect(settings).toMatchObject({
      connectionTimeoutMillis: expect.any(Number) as number,
      statement_timeout: expect.any(Number) as number,
      query_timeout: expect.any(Number) as number,
      keepAlive: true,
      maxLifetimeSeconds: expect.any(Number) as number,
    })
  }
  await database.close()
})

it('no connection is opened without the policy (T66)', () => {
  const source = fileURLToPath(new URL('../..', import.meta.url))
  const opening = globSync('**/*.ts', { cwd: source })
    .filter((file) => !file.endsWith('.test.ts'))
    .filter((file) => /new (Pool|Client)\(/.test(readFileSync(`${source}${file}`, 'utf8')))
  expect(opening.toSorted()).toEqual([
    'database/pool/checkPooler.ts',
    // The policy asks a host what it is, within its own limits.
    'database/pool/connectionPolicy.ts',
    'database/pool/openDatabase.ts',
    // It takes the settings of the one before.
    'database/pool/pipelinedReads.ts',
  ])
})
