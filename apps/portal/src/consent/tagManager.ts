import type { ConsentChoice } from './consentCookies.ts'

/*
 * Google Tag Manager with Google's Consent Mode: everything is denied before its script comes, then
 * the visitor's choice is granted, and every later choice is sent.
 */

const denied = {
  ad_storage: 'denied',
  ad_user_data: 'denied',
  ad_personalization: 'denied',
  analytics_storage: 'denied',
  functionality_storage: 'granted',
  security_storage: 'granted',
}

let sent = ''

/** Loads the container of this identifier, GTM-…, which the caller has checked. */
export function startTagManager(id: string, choice: ConsentChoice): void {
  gtag('consent', 'default', { ...denied, wait_for_update: 500 })
  updateConsent(choice)
  layer().push({ 'gtm.start': Date.now(), event: 'gtm.js' })
  const script = document.createElement('script')
  script.async = true
  script.src = `https://www.googletagmanager.com/gtm.js?id=${id}`
  document.head.append(script)
}

/** Sends a choice to the running tags; the same choice is sent once. */
export function updateConsent({ analytics, marketing }: ConsentChoice): void {
  const ads = marketing ? 'granted' : 'denied'
  const update = {
    ad_storage: ads,
    ad_user_data: ads,
    ad_personalization: ads,
    analytics_storage: analytics ? 'granted' : 'denied',
  }
  if (sent === JSON.stringify(update)) return
  sent = JSON.stringify(update)
  gtag('consent', 'update', update)
}

function gtag(..._command: readonly unknown[]): void {
  // oxlint-disable-next-line prefer-rest-params -- the tag manager reads `arguments`, not arrays
  layer().push(arguments)
}

function layer(): unknown[] {
  return (window.dataLayer ??= [])
}
