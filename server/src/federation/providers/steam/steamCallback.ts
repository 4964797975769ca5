import { handler } from '../../handler.ts'
import { finishLinking } from '../../connections/finishLinking.ts'

/** Links the Steam account of an assertion, which came with the browser and is Steam's to confirm. */
export const steamCallback = handler('steamCallback', (context) => {
  const { state = '', ...answer } = context.input.body
  return finishLinking(context, 'steam', { state, answer })
})
