import { handler } from '../../handler.ts'
import { finishLinking } from '../../connections/finishLinking.ts'
import { linkRules } from '../../connections/linkRules.ts'

/** Links the Xbox account of the Microsoft account that a code proves. */
export const gamePassCallback = handler('gamePassCallback', async (context) => {
  const { Code, State = '', CallbackPath } = context.input.body
  const { callbackPath } = linkRules['game-pass']
  if (CallbackPath !== callbackPath) throw context.refuse('ERROR_NOT_ALLOWED')
  if (Code === '') throw context.refuse('This request is not authorized.')
  return finishLinking(context, 'game-pass', { state: State, answer: { code: Code } })
})
