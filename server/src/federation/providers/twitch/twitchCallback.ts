import { handler } from '../../handler.ts'
import { finishLinking } from '../../connections/finishLinking.ts'
import { linkRules } from '../../connections/linkRules.ts'

/** Links the Twitch account that a code proves. */
export const twitchCallback = handler('twitchCallback', async (context) => {
  const { Code, State = '', CallbackPath } = context.input.body
  if (CallbackPath !== linkRules.twitch.callbackPath) throw context.refuse('ERROR_NOT_ALLOWED')
  if (Code === '') throw context.refuse('This request is not authorized.')
  const { AccountId } = await finishLinking(context, 'twitch', {
    state: State,
    answer: { code: Code },
  })
  return { AccountId }
})
