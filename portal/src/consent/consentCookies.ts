import { browserLifetimes } from '@gatehouse/contract/browserLimits'
import { askForCookies } from '../session/askForCookies.ts'
import { browserCookie } from '../storage/browserCookie.ts'

export type Purpose = 'analytics' | 'marketing'

const purposes: Readonly<Record<string, Purpose>> = {
  'Analytical cookies': 'analytics',
  'Marketing cookies': 'marketing',
}

/**
 * The purpose of a cookie category, by its name; null when the portal itself does nothing with it.
 */
export function purposeOf({ Name }: { readonly Name: string }): Purpose | null {
  return purposes[Name] ?? null
}

/** The uses of a visitor's data that the portal does not need to work. */
export type ConsentChoice = Readonly<Record<Purpose, boolean>>

const given = 'sso_consent_given'
const names: Readonly<Record<Purpose, string>> = {
  analytics: 'sso_consent_analytics',
  marketing: 'sso_consent_marketing',
}
const kept = { maxAge: browserLifetimes.consentCookie, sameSite: 'Lax' } as const

/**
 * The consent of this browser, in three cookies. The third says that the choice was made here;
 * without it the others repeat a signed-in player's choice from elsewhere.
 */
export const consentCookies = {
  isGiven: () => browserCookie.read(given) === '1',

  choice: (): ConsentChoice => ({
    analytics: browserCookie.read(names.analytics) === '1',
    marketing: browserCookie.read(names.marketing) === '1',
  }),

  /** Keeps a choice that is made here and now. */
  save(choice: ConsentChoice): void {
    consentCookies.mirrorAccountChoice(choice)
    browserCookie.write(given, '1', kept)
    void askForCookies()
  },

  /** Repeats a choice that was made elsewhere. */
  mirrorAccountChoice({ analytics, marketing }: ConsentChoice): void {
    browserCookie.write(names.analytics, analytics ? '1' : '0', kept)
    browserCookie.write(names.marketing, marketing ? '1' : '0', kept)
  },

  /** Forgets the repeated choice. */
  forget(): void {
    if (browserCookie.read(names.analytics) !== null) browserCookie.remove(names.analytics)
    if (browserCookie.read(names.marketing) !== null) browserCookie.remove(names.marketing)
  },
}
