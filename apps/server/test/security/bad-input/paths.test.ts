import { callNames } from '@gatehouse/contract/calls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { routeOf } from '../../../src/http/registerRoutes.ts'
import { registerForm, signedInPlayer } from '../../fixtures/samples/samplePlayers.ts'
import { sampleRequest } from '../../fixtures/samples/sampleRequest.ts'
import { startApp, type TestApp } from '../../fixtures/startApp.ts'
import type { TestVisitor } from '../../fixtures/testVisitor.ts'
import { whatIsLeft } from '../../fixtures/whatIsLeft.ts'

let app: TestApp
let player: TestVisitor

beforeAll(async () => {
  app = await startApp({ settings: { LIMITS: 'off' } })
  player = await signedInPlayer(app, registerForm({ Username: 'Target' }))
})
afterAll(() => app.close())

const named = callNames.filter((name) => routeOf(name).includes(':'))

/**
 * Sends each value to every call with a value in its path; returns the requests that were not
 * refused.
 */
async function notRefused(values: readonly string[]): Promise<unknown[]> {
  const before = await whatIsLeft(app)
  const found: unknown[] = named.length > 12 ? [] : ['too few were asked']
  for (const name of named) {
    for (const value of values) {
      const request = sampleRequest(name, { userId: value, segment: value })
      const { statusCode, body } = await player.send(request)
      if (![400, 404, 414].includes(statusCode)) found.push([request.url, statusCode, body])
    }
  }
  if ((await whatIsLeft(app)) !== before) found.push('something is left')
  return found
}

describe('bad input: values in paths', () => {
  it('blank and overlong values are refused and change nothing (X07)', async () => {
    const endless = [201, 500, 501, 10_000].map((length) => 'x'.repeat(length))
    expect(await notRefused(['', '%20', ...endless])).toEqual([])
  })

  it('values with hidden characters are refused and change nothing (X09)', async () => {
    const controls = ['\u0000', '\u0001', '\b', '\t', '\u000b', '\u001b', '\u001f', '\u007f']
    const hidden = [...controls, '\u202e', '\ufeff', '\r\n'].map(encodeURIComponent)
    // Half a character cannot be written; these would be its bytes.
    const broken = ['%ed%a0%80', '%ff', '%', '%zz']
    const values = [...hidden, ...broken].map((text) => `1${text}`)
    expect(await notRefused(values)).toEqual([])
  })
})
