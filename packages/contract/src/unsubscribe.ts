/*
 * Unsubscribing with one click (RFC 8058). Mail providers post to this address without an API key,
 * so it is not a row of the calls. The portal's page posts to it with the token of its query. A GET
 * changes nothing and leads to the page.
 */

/** Relative to the account API. */
export const unsubscribePath = 'newsletter/unsubscribe'

/** The query parameter with the signed token, at this address and at the portal's page. */
export const unsubscribeParameter = 't'

/** The posted body, as `application/x-www-form-urlencoded`. */
export const oneClickBody = 'List-Unsubscribe=One-Click'

/**
 * The address for the post. It answers 200 `{}`, however often. A foreign token gets 400
 * ERROR_EMAIL_RECOVERY_NOTEXISTS, one older than a year ERROR_EMAIL_RECOVERY_EXPIRED.
 */
export function unsubscribeUrl(apiUrl: string, token: string): string {
  return `${apiUrl}/${unsubscribePath}?${unsubscribeParameter}=${encodeURIComponent(token)}`
}
