import { errors } from '@gatehouse/contract/errors'
import { expect, it } from 'vitest'
import { explainRefusal } from './explainRefusal.ts'

it('explains every code, and a status without one', () => {
  const unknown = explainRefusal(500, [])
  const unexplained = Object.keys(errors).filter((code) => explainRefusal(500, [code]) === unknown)
  expect(unexplained).toEqual([])
  expect(explainRefusal(400, ['NO_CODE', 'ERROR_USER_BANNED']).why).toContain('banned')
  expect(explainRefusal(401, []).helps).toContain('logs in again')
  expect(unknown.why).toContain('ours')
})
