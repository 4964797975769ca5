import type { BrowserContext, Cookie } from '@playwright/test'

/** The cookies in which a browser keeps its consent, by what they are about. */
export async function consentOf(context: BrowserContext): Promise<Record<string, Cookie>> {
  const cookies = await context.cookies()
  const named = cookies
    .filter(({ name }) => name.startsWith('sso_consent_'))
    .map((cookie) => [cookie.name.slice('sso_consent_'.length), cookie] as const)
  return Object.fromEntries(named)
}

/** The same, as values alone. */
export async function consentValues(context: BrowserContext): Promise<Record<string, string>> {
  const cookies = Object.entries(await consentOf(context))
  return Object.fromEntries(cookies.map(([name, { value }]) => [name, value]))
}

/** Takes away what this browser has chosen, as if it had never been asked. */
export async function forgetConsent(context: BrowserContext): Promise<void> {
  await context.clearCookies({ name: /^sso_consent_/ })
}
