import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApp } from './app.ts'

let app: FastifyInstance
beforeAll(async () => {
  app = await createApp({ smtpPort: 0 })
})
afterAll(() => app.close())

const hashOf = (password: string) => createHash('sha1').update(password).digest('hex').toUpperCase()
const ask = (prefix: string, headers: Record<string, string> = { 'add-padding': 'true' }) =>
  app.inject({ url: `/breached/range/${prefix}`, headers })

test.each(['Password1234', 'Summer2024Games'])('leaks have %s', async (password) => {
  const hash = hashOf(password)
  const lines = (await ask(hash.slice(0, 5))).body.split('\r\n')
  expect(lines.length).toBeGreaterThanOrEqual(800)
  expect(lines).toContainEqual(expect.stringMatching(new RegExp(`^${hash.slice(5)}:[1-9]`)))
})

test('the answer about another password is padding alone', async () => {
  const { body } = await ask(hashOf('Castle4Kites').slice(0, 5))
  expect(body.split('\r\n').every((line) => /^[0-9A-F]{35}:0$/.test(line))).toBe(true)
})

test('a question with another part of a hash, or without padding, is refused', async () => {
  const hash = hashOf('Password1234')
  for (const prefix of [hash, hash.slice(0, 6), hash.slice(0, 4), hash.slice(0, 5).toLowerCase()]) {
    expect((await ask(prefix)).statusCode).toBe(400)
  }
  expect((await ask(hash.slice(0, 5), {})).statusCode).toBe(400)
})
