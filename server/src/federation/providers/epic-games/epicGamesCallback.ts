import { handler } from '../../handler.ts'
import { finishLinking } from '../../connections/finishLinking.ts'
import { linkRules } from '../../connections/linkRules.ts'
import { isAllowedReturnUrl } from '../../../tenants/isAllowedReturnUrl.ts'
import { redeemLinking } from '../../connections/redeemLinking.ts'

/**
 * Links the account of Epic Games that a code proves, or that the game publisher's redeemer has for a
 * state. `RedirectUrl` counts where the way there named none.
 */
export const epicGamesCallback = handler('epicGamesCallback', async (context) => {
  const { Code = '', State = '', RedirectUrl = '', CallbackPath } = context.input.body
  const { deployment, rules, refuse } = context
  if (CallbackPath !== linkRules['epic-games'].callbackPath) throw refuse('ERROR_NOT_ALLOWED')
  if (RedirectUrl !== '' && !isAllowedReturnUrl(deployment, RedirectUrl))
    throw refuse('INVALID_REQUEST')
  const otherwise = RedirectUrl === '' ? null : RedirectUrl
  if (rules.usesGamePublisherRedeemer) {
    const linked = await redeemLinking(context, 'epic-games', State)
    if (linked !== null) return { ...linked, RedirectUrl: linked.RedirectUrl ?? otherwise }
    throw refuse(
      State === ''
        ? 'This request should contain a state parameter.'
        : 'This request is not authorized.',
    )
  }
  if (Code === '') throw refuse('This request is not authorized.')
  const linked = await finishLinking(context, 'epic-games', {
    state: State,
    answer: { code: Code },
  })
  return { ...linked, RedirectUrl: linked.RedirectUrl ?? otherwise }
})
