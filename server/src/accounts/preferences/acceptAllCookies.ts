import { handler } from '../../http/handler.ts'
import { choosableCookies, consentToCookies } from './cookieConsent.ts'

/**
 * Accepts every optional category for the caller, or with `IsAllReject` refuses every one. Refused
 * where a consent tool is in charge of cookies.
 */
export const acceptAllCookies = handler('acceptAllCookies', async (context) => {
  const { input, rules, refuse } = context
  if (rules.leavesCookiesToConsentTool) throw refuse('ERROR_NOT_ALLOWED')
  const isAccepted = !input.body.IsAllReject
  const choosable = await choosableCookies(context)
  await consentToCookies(
    context,
    choosable.map((cookieId) => ({ cookieId, isAccepted })),
  )
  return {}
})
