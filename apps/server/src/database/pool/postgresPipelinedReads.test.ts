import { Client } from 'pg'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { copyOfTemplate } from '../../../test/fixtures/freshDatabase.ts'
import { isUnreachable } from '../errors/databaseErrors.ts'
import { connectionPolicy } from './connectionPolicy.ts'
import { PipelinedReads } from './pipelinedReads.ts'

let copy: Awaited<ReturnType<typeof copyOfTemplate>>
let other: Client
let reads: PipelinedReads

beforeEach(async () => {
  copy = await copyOfTemplate()
  other = new Client(copy.url)
  await other.connect()
  reads = new PipelinedReads({
    ...connectionPolicy(copy.url, 'requests'),
    statement_timeout: 200,
  })
})
afterEach(async () => {
  await reads.close()
  await other.end()
  await copy.drop()
})

it('a statement is refused as out of reach where the one that should have prepared it timed out', async () => {
  const statement = { name: 'count-players', text: 'select count(*)::int as count from players' }
  const askAll = () =>
    Promise.allSettled(Array.from({ length: 6 }, () => reads.first(statement, [])))
  await other.query('begin; lock table players in access exclusive mode')
  const answers = await askAll()
  await other.query('rollback')
  const reasons = answers.map((answer) => (answer.status === 'rejected' ? answer.reason : null))
  expect(reasons.map((reason) => isUnreachable(reason))).toEqual(reasons.map(() => true))
  expect(new Set(reasons.map(({ code }) => code))).toEqual(new Set(['57014', '26000']))
  expect((await askAll()).map(({ status }) => status)).toEqual(reasons.map(() => 'fulfilled'))
})
