import { CallError } from '@gatehouse/client/client'
import { expect, test } from 'vitest'
import { FormError } from '../forms/submit/FormError.ts'
import { failurePage } from './failurePage.ts'

const body = (...messages: readonly string[]) => ({
  ErrorMessages: messages.map((ErrorMessage) => ({ Property: '', ErrorMessage })),
})

test.each([
  [400, body('FIRST', 'SECOND'), '/errors/bad-request', 'FIRST'],
  [400, null, '/errors/bad-request', null],
  [503, body('ERROR_STEAM_NOT_REACHABLE'), '/errors/bad-request', 'ERROR_STEAM_NOT_REACHABLE'],
  [500, body('FIRST'), '/errors/internal', null],
  [404, null, '/errors/not-found', null],
  [418, null, '/errors', null],
  [403, null, '/errors', null],
  [0, null, '/errors', null],
])('%i leads to the page of its kind (R-8.1-5…11)', (status, refusals, path, message) => {
  expect(failurePage(new CallError(status, refusals), true)).toEqual({ path, message })
})

test('401 leads Home once the session has ended, and is an error before (R-4.1-19)', () => {
  expect(failurePage(new CallError(401, null), false).path).toBe('/')
  expect(failurePage(new CallError(401, null), true).path).toBe('/errors')
})

test('an error of the form itself leads to bad request, like one of the server', () => {
  const refusal = new FormError({ Property: '', ErrorMessage: 'This request is not authorized.' })
  expect(failurePage(refusal, true)).toEqual({
    path: '/errors/bad-request',
    message: 'This request is not authorized.',
  })
})
