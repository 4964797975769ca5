import { browserLifetimes } from '@gatehouse/contract/browserLimits'
import { askForCookies } from '../session/identityCookie.ts'
import { browserCookie } from '../storage/browserCookie.ts'
import { localStore } from '../storage/localStore.ts'

export type Purpose = 'analytics' | 'marketing'

/** The uses of a visitor's data that the portal does not need to work. */
export type ConsentChoice = Readonly<Record<Purpose, boolean>>

const given = 'sso_consent_given'
const names: Readonly<Record<Purpose, string>> = {
  analytics: 'sso_consent_analytics',
  marketing: 'sso_consent_marketing',
}
const attributes = { maxAge: browserLifetimes.consentCookie, sameSite: 'Lax' } as const

const allows = (purpose: Purpose) => browserCookie.read(names[purpose]) === '1'

/**
 * The consent of this browser, in three cookies. The third says that the choice was made here;
 * without it the others repeat a signed-in player's choice from elsewhere. A choice that a
 * player made ends in this browser with the session, and one that a visitor made is written to the first
 * account alone that the visitor logs in to: it is nobody else's consent.
 */
export const consentCookies = {
  isGiven: () => browserCookie.read(given) === '1',

  /** True where the browser itself refuses (Global Privacy Control), and nobody has chosen otherwise here. */
  isRefusedByBrowser: (): boolean =>
    (globalThis.navigator as { readonly globalPrivacyControl?: unknown } | undefined)
      ?.globalPrivacyControl === true && !consentCookies.isGiven(),

  choice(): ConsentChoice {
    if (consentCookies.isRefusedByBrowser()) return { analytics: false, marketing: false }
    return { analytics: allows('analytics'), marketing: allows('marketing') }
  },

  /** Keeps a choice that is made here and now, by this player or by a visitor. */
  save(choice: ConsentChoice, userId: number | undefined): void {
    consentCookies.mirrorAccountChoice(choice)
    browserCookie.write(given, '1', attributes)
    if (userId !== undefined) localStore.write('chooser', `${userId}`)
    void askForCookies()
  },

  /** Repeats a choice that was made elsewhere. */
  mirrorAccountChoice({ analytics, marketing }: ConsentChoice): void {
    browserCookie.write(names.analytics, analytics ? '1' : '0', attributes)
    browserCookie.write(names.marketing, marketing ? '1' : '0', attributes)
  },

  /** A choice that a visitor made goes along with the first player. */
  belongTo(userId: number): void {
    if (!consentCookies.isGiven() || localStore.read('chooser') !== '') return
    localStore.write('chooser', `visitor ${userId}`)
  },

  /**
   * Forgets the choice of another player than the one who is signed in. Where none is, a visitor's
   * choice stays, which the next player to log in is asked for again.
   */
  forgetOthers(userId: number | null): void {
    const chooser = localStore.read('chooser')
    const ofVisitor = /^visitor (.+)$/.exec(chooser)?.[1]
    const isOthers =
      userId === null
        ? chooser !== '' && ofVisitor === undefined
        : chooser !== '' && (ofVisitor ?? chooser) !== `${userId}`
    if (isOthers) {
      if (consentCookies.isGiven()) browserCookie.remove(given)
      localStore.forget('chooser')
    }
    if (isOthers || (userId === null && !consentCookies.isGiven())) consentCookies.forget()
  },

  /** Forgets the repeated choice. */
  forget(): void {
    if (browserCookie.read(names.analytics) !== null) browserCookie.remove(names.analytics)
    if (browserCookie.read(names.marketing) !== null) browserCookie.remove(names.marketing)
  },
}
