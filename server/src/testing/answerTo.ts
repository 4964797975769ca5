import type { CallName } from '@gatehouse/contract/calls'
import type { ErrorBody } from '@gatehouse/contract/errors'
import { type Given, sampleRequest } from './sampleRequest.ts'
import type { TestVisitor } from './testVisitor.ts'

/**
 * Sends a call with whatever values, right or wrong, and tells the answer in a line: `200`, or
 * `400 CODE@Property` with every item in its order.
 */
export async function answerTo(
  visitor: TestVisitor,
  call: CallName,
  given: Given = {},
): Promise<string> {
  const { statusCode, body } = await visitor.send(sampleRequest(call, given))
  if (!body.startsWith('{"ErrorMessages"')) return `${statusCode}`
  const { ErrorMessages } = JSON.parse(body) as ErrorBody
  const items = ErrorMessages.map(({ ErrorMessage, Property }) => `${ErrorMessage}@${Property}`)
  return [statusCode, ...items].join(' ')
}
