import { describe, expect, it } from 'vitest'
import { startApp } from './testing/startApp.ts'
import { logInForm } from './testing/testVisitor.ts'

describe('a database that is gone', () => {
  it('T01 X15 is 503 within three seconds, and no fault of anybody', async () => {
    const app = await startApp()
    await app.services.outbox.stop()
    await app.services.database.close()
    const visitor = app.visitor()
    const began = performance.now()
    expect(
      await visitor.refused('logIn', {
        body: logInForm({ UsernameOrEmail: 'Ada', Password: 'Correct7Horses' }),
      }),
    ).toEqual({ status: 503, items: ['ERROR_UNAVAILABLE@'] })
    expect(performance.now() - began).toBeLessThan(3000)
    expect((await visitor.send({ method: 'GET', url: '/readyz' })).statusCode).toBe(503)
    expect((await visitor.send({ method: 'GET', url: '/healthz' })).statusCode).toBe(200)
    await app.app.close()
    await app.fresh.drop()
  })
})
