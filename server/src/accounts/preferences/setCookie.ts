import { handler } from '../../http/handler.ts'
import { choosableCookies, consentToCookies } from './cookieConsent.ts'

/**
 * Accepts or refuses one category for the caller. Refuses categories that are unknown, not active or
 * not optional, and everything where a consent tool is in charge of cookies.
 */
export const setCookie = handler('setCookie', async (context) => {
  const { input, rules, refuse } = context
  const { Id_Cookie: cookieId, IsAccepted: isAccepted } = input.body
  if (rules.leavesCookiesToConsentTool) throw refuse('ERROR_NOT_ALLOWED')
  const choosable = await choosableCookies(context)
  if (!choosable.includes(cookieId)) throw refuse('ERROR_NOT_ALLOWED')
  await consentToCookies(context, [{ cookieId, isAccepted }])
  return {}
})
