import { type CallName, callNames, calls } from '@gatehouse/contract/calls'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createApp, handlers } from '../../src/app.ts'
import type { Handler } from '../../src/http/handler.ts'
import { openOutbox } from '../../src/mail/outbox.ts'
import type { Services } from '../../src/services.ts'
import { everyRow } from '../fixtures/samples/everyRow.ts'
import { openCall } from '../fixtures/openCall.ts'
import { registerForm, signedInPlayer } from '../fixtures/samples/samplePlayers.ts'
import { sampleRequest } from '../fixtures/samples/sampleRequest.ts'
import { startApp, type TestApp } from '../fixtures/startApp.ts'
import { TestVisitor } from '../fixtures/testVisitor.ts'
import { runWaiting } from '../fixtures/runWaiting.ts'

let app: TestApp

beforeAll(async () => {
  app = await startApp({ nodes: 1, settings: { LIMITS: 'off', TRUSTED_PROXIES: '203.0.113.0/24' } })
})
afterAll(() => app.close())

/** Unescaped, this would be its own log line with terminal colours. */
const forged = '\n{"level":30,"event":"login.succeeded","msg":"login ok"}\r\u001b[31mred\u2028'

/** Real errors carry such details, which no visitor may read. */
const secrets = 'select * from players at /srv/gatehouse/server/src/x.ts:1 on db.internal:5432'

/** Inputs that the sample cannot guess. */
const actions: Partial<Record<CallName, object>> = {
  verifyCaptcha: { body: { Token: 'x', Action: 'login' } },
  readCaptchaChallenge: { query: { action: 'login' } },
  listActivity: { query: {} },
}

describe('the log', () => {
  it('has one line of JSON for every input and never more (L09)', async () => {
    const eve = await signedInPlayer(app, registerForm({ Username: 'Eve' }))
    const { Id_User: userId } = await eve.readToken()
    const before = app.logged.length
    const header = encodeURIComponent(forged)
    const headers = {
      'user-agent': Buffer.from(forged)
        .toString('latin1')
        .replaceAll(/[\r\n]/g, ' '),
      'x-forwarded-for': '203.0.113.7, "\u001b[31m',
      referer: `https://evil.io/${header}`,
    }
    for (const call of callNames) {
      const values = { UsernameOrEmail: forged, Password: forged, Email: forged, Username: forged }
      const request = sampleRequest(call, {
        userId: header,
        ...(calls[call].method === 'POST' ? { body: { ...bodyOf(call), ...values } } : {}),
      })
      await eve.send({ ...request, headers: { ...request.headers, ...headers } })
    }
    // Another player's id, a wrong password, a captcha: each certainly writes a line.
    const body = { UsernameOrEmail: forged.slice(0, 200), Password: forged.slice(0, 200) }
    await eve.send({ method: 'POST', url: '/api/log/log-in', payload: body, headers })
    await eve.send({ method: 'GET', url: `/api/profile/user/${userId + 1}`, headers })
    const lines = app.logged.slice(before)
    expect(lines.length).toBeGreaterThan(20)
    for (const line of lines) {
      expect(line).toMatch(/^\{.*\}\n$/)
      expect(line).not.toContain('\u001b')
      const entry = JSON.parse(line) as Record<string, unknown>
      expect([entry['msg'] ?? '', entry['security'] ?? '']).not.toContain('login ok')
      expect(JSON.stringify(entry)).not.toContain('login ok')
    }
  })
})

function bodyOf(call: (typeof callNames)[number]): object {
  const { payload } = sampleRequest(call)
  return typeof payload === 'string' ? (JSON.parse(payload) as object) : {}
}

describe('an internal error', () => {
  it('shows no detail in the answer of any call (L10)', async () => {
    const max = await signedInPlayer(app, registerForm({ Username: 'Max' }))
    const { Id_User: userId } = await max.readToken()
    const before = app.logged.length
    const failed: string[] = []
    for (const call of callNames) {
      const close = openCall(app.deployment('local'), call)
      const run = vi
        .spyOn(handlers[call] as Handler<CallName, Services>, 'run')
        .mockRejectedValue(new Error(secrets))
      const answer = await max.send(sampleRequest(call, { userId, ...actions[call] }))
      if (run.mock.calls.length > 0) failed.push(call)
      expect([call, answer.statusCode, answer.body]).toEqual([call, 500, '{}'])
      run.mockRestore()
      close()
      // The request id is random and may contain any digits.
      const { 'x-request-id': _, ...headers } = answer.headers
      const visible = `${answer.body} ${JSON.stringify(headers)}`
      expect(visible).not.toMatch(
        /select|players|gatehouse\/|\.ts|internal|5432|stack|fastify|node/i,
      )
      expect(Object.keys(answer.headers)).not.toContain('x-powered-by')
      expect(Object.keys(answer.headers)).not.toContain('server')
    }
    expect(failed).toEqual(callNames)
    // Operators read every detail, each error under the request id of its answer.
    const lines = app.logged.slice(before)
    expect(lines.filter((line) => line.includes('db.internal'))).toHaveLength(failed.length)
  })

  it.each(['/%ff%fe', '/api/token/%ff', '/api/cookie?x=%c3%28', '/%zz', '/api/%00'])(
    'is no consequence of an address that is not UTF-8, and its refusal reveals no internals: %s (L10)',
    async (url) => {
      for (const accept of ['application/json', 'text/html']) {
        const answer = await app.visitor().send({ method: 'GET', url, headers: { accept } })
        expect(answer.statusCode).toBeGreaterThanOrEqual(400)
        expect(answer.statusCode).toBeLessThan(500)
        expect(answer.body).not.toMatch(/fastify|node_modules|\.ts\b|Error:|FST_|URI/)
      }
    },
  )

  it('of the mail server reaches neither the player nor the log with an address (L10)', async () => {
    const lines: string[] = []
    const log = pino({ level: 'info' }, { write: (line) => void lines.push(line) })
    const words = '451 ned@site.test: db.internal has no room'
    const mailer = {
      send: () => Promise.reject(Object.assign(new Error(words), { responseCode: 451 })),
    }
    const { database, jobs, key } = app.services
    const outbox = openOutbox({
      database,
      jobs,
      mailer,
      key: key.mail,
      log,
      deployments: { byName: () => null },
    })
    const server = await createApp({ ...app.services, outbox, log })
    const visitor = new TestVisitor(server, app.deployment('local'), '203.0.113.7')
    await visitor.call('registerNewUser', { body: registerForm({ Username: 'Ned' }) })
    expect([visitor.last?.statusCode, visitor.last?.body]).toEqual([201, '{}'])
    await expect(runWaiting(app.services.jobs, 'mails')).rejects.toThrow(/^SMTP: 451$/)
    expect(lines.join('')).not.toMatch(/ned@site|db\.internal/)
    const kept = await everyRow(app.services.database.kysely)
    expect(kept.split('\n').filter((row) => row.includes('db.internal'))).toEqual([])
    await server.close()
  })
})
