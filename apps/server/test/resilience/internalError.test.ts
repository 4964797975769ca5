import { Writable } from 'node:stream'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createApp } from '../../src/app.ts'
import { startApp, type TestApp } from '../fixtures/startApp.ts'
import { TestVisitor } from '../fixtures/testVisitor.ts'

let app: TestApp

beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

it('an internal error shows nothing in the answer except the request id of its log line (T52)', async () => {
  const lines: string[] = []
  const write = (line: Buffer, _: string, done: () => void) => {
    lines.push(line.toString())
    done()
  }
  const broken: typeof app.services = Object.create(app.services, {
    rateLimiter: {
      get() {
        throw new Error('broken within')
      },
    },
    log: { value: pino({ level: 'error' }, new Writable({ write })) },
  })
  const faulty = await createApp(broken)
  const visitor = new TestVisitor(faulty, app.deployment('local'), '203.0.113.7')
  const answer = await visitor.send({
    method: 'POST',
    url: '/api/log/log-in',
    headers: { 'content-type': 'application/json' },
    payload: { UsernameOrEmail: 'Ada', Password: 'Correct7Horses' },
  })
  const requestId = String(answer.headers['x-request-id'])
  expect([answer.statusCode, answer.json()]).toEqual([500, {}])
  expect(requestId).toMatch(/^[0-9a-f]{10}$/)
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { msg: 'request internal error', requestId, err: { message: 'broken within' } },
  ])
  const found = await visitor.send({ method: 'GET', url: '/healthz' })
  expect([found.statusCode, found.headers['x-request-id']]).toEqual([200, undefined])
  await faulty.close()
})
