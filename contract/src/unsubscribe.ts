/*
 * Unsubscribing with one click (RFC 8058). Mail providers post to this address, so that it needs no
 * API key and is no row of the calls; the portal's page posts to it with the token of its own query.
 * A GET changes nothing: it leads to the page.
 */

/** Relative to the account API. */
export const unsubscribePath = 'newsletter/unsubscribe'

/** The query parameter, of this address and of the portal's page, that carries the signed token. */
export const unsubscribeParameter = 't'

/** What is posted, as `application/x-www-form-urlencoded`. */
export const oneClickBody = 'List-Unsubscribe=One-Click'

/**
 * The address to post to. Answers 200 `{}`, however often; 400 ERROR_EMAIL_RECOVERY_NOTEXISTS for a
 * token that was not signed here and ERROR_EMAIL_RECOVERY_EXPIRED for one of more than a year ago.
 */
export function unsubscribeUrl(apiUrl: string, token: string): string {
  return `${apiUrl}/${unsubscribePath}?${unsubscribeParameter}=${encodeURIComponent(token)}`
}
