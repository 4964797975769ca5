import { type CallName, callNames, calls } from '@gatehouse/contract/calls'
import { isOpen } from '@gatehouse/contract/calls/row'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signedIn } from './environmentProbes.ts'
import { sampleRequest } from '../fixtures/samples/sampleRequest.ts'
import { distinctDeployments } from './distinctDeployments.ts'
import { type PartnerApp, startPartnerApp } from '../fixtures/partners/startPartnerApp.ts'

let app: PartnerApp

beforeAll(async () => {
  app = await startPartnerApp({ settings: { LIMITS: 'off' } })
  const people = [{ id: '1001', email: 'known@site.test' }]
  const partners = ['relic', 'creative-assembly', 'focus']
  await Promise.all(partners.map((name) => app.standIns.people(name, people)))
})
afterAll(() => app.close())

/** Inputs that the sample cannot guess. */
const inputs: Partial<Record<CallName, object>> = {
  readCaptchaChallenge: { query: { action: 'login' } },
  listActivity: { query: {} },
}

describe('the rules of the call table', () => {
  it.each(distinctDeployments)(
    'close calls in %s and write a line to the security log',
    async (name) => {
      const { rules } = app.deployment(name)
      const closed = callNames.filter((call) => !isOpen(calls[call], rules))
      expect(closed.length).toBeGreaterThan(5)
      const player = await signedIn(app, name)
      const { Id_User: userId } = await player.readToken()
      for (const call of closed) {
        const before = app.logged.length
        const answer = await player.send(sampleRequest(call, { userId, ...inputs[call] }))
        expect([call, answer.statusCode, answer.json()]).toEqual([
          call,
          400,
          { ErrorMessages: [{ Property: '', ErrorMessage: 'ERROR_NOT_ALLOWED' }] },
        ])
        const lines = app.logged.slice(before).filter((line) => line.includes('"security"'))
        expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
          { event: 'request.refused', call, deployment: name },
        ])
      }
    },
  )
})
