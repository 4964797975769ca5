import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApp } from './app.ts'
import { openPostgres } from './database/open.ts'
import { startApp, type TestApp } from './testing/startApp.ts'
import { logInForm, TestVisitor } from './testing/testVisitor.ts'

let app: TestApp
let silent: Server

beforeAll(async () => {
  app = await startApp()
  silent = createServer()
  silent.listen(0, '127.0.0.1')
  await once(silent, 'listening')
})
afterAll(async () => {
  silent.close()
  await app.close()
})

/** The address of a database server that takes connections and never says a word. */
function silentUrl(): string {
  const { port } = silent.address() as { port: number }
  return `postgres://nobody@127.0.0.1:${port}/none`
}

describe('a database out of reach', () => {
  it.each([
    ['refuses connections', () => 'postgres://nobody@127.0.0.1:1/none'],
    ['does not answer', silentUrl],
  ])('T01 T05 X15 that %s is 503 within three seconds', async (_, urlOf) => {
    const database = openPostgres(urlOf(), 1)
    const cutOff = await createApp({ ...app.services, database })
    const visitor = new TestVisitor(cutOff, app.deployment('local'), '203.0.113.7')
    const began = performance.now()
    const body = logInForm({ UsernameOrEmail: 'Ada', Password: 'Correct7Horses' })
    expect(await visitor.refused('logIn', { body })).toEqual({
      status: 503,
      items: ['ERROR_UNAVAILABLE@'],
    })
    expect(performance.now() - began).toBeLessThan(3000)
    expect((await visitor.send({ method: 'GET', url: '/readyz' })).statusCode).toBe(503)
    expect((await visitor.send({ method: 'GET', url: '/healthz' })).statusCode).toBe(200)
    await cutOff.close()
    await database.close()
  })
})
