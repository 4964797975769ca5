import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApp } from './app.ts'
import { mailValidatorKey } from './mailValidator.ts'

let app: FastifyInstance
beforeAll(async () => {
  app = await createApp({ smtpPort: 0 })
})
afterAll(() => app.close())

const ask = (address: string, key: string = mailValidatorKey) =>
  app.inject({
    method: 'POST',
    url: '/mail-validator/v4/address/validate',
    headers: {
      authorization: `Basic ${Buffer.from(`api:${key}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    payload: new URLSearchParams({ address }).toString(),
  })

test.each([
  ['ada@site.test', { result: 'deliverable', risk: 'low' }],
  ['missing@site.test', { result: 'undeliverable', reason: ['mailbox_does_not_exist'] }],
  ['disposable@site.test', { is_disposable_address: true }],
  ['risky@site.test', { risk: 'high' }],
])('the answer for %s follows from its local part', async (address, finding) => {
  expect((await ask(address)).json()).toMatchObject({ address, ...finding })
})

test('the validator refuses a wrong key, and answers 429 while busy', async () => {
  expect((await ask('ada@site.test', 'wrong')).statusCode).toBe(401)
  const switches = '/__standin/mail-validator/switches'
  await app.inject({ method: 'PUT', url: switches, payload: { busy: true } })
  expect((await ask('ada@site.test')).statusCode).toBe(429)
})
