import type { Rules } from '@gatehouse/contract/environments'
import type { Session } from '../session/session.ts'
import { createMemoryStore } from '../storage/memoryStore.ts'
import { whenIdle } from '../ui/whenIdle.ts'
import type { AccountConsent } from './accountConsent.ts'
import { consentCookies } from './consentCookies.ts'
import type { Decision } from './decision.ts'

export interface ConsentState {
  /** True while the banner asks. */
  readonly isAsked: boolean
  /** True once the visitor has answered the banner on this page. */
  readonly isAnswered: boolean
  /** True while the dialog with every setting is open. */
  readonly isDetailed: boolean
}

export type Consent = ReturnType<typeof createConsent>

const untouched: ConsentState = { isAsked: false, isAnswered: false, isDetailed: false }
const answered: ConsentState = { isAsked: false, isAnswered: true, isDetailed: false }

/**
 * The consent that was given in this browser. A choice counts here at once; in the account of a
 * player it is kept by calls, and what could not be sent is sent the next time the player comes,
 * because the account still counts as unasked. Where a consent tool is in charge nothing is asked
 * or written.
 */
export function createConsent(rules: Rules, session: Session) {
  const store = createMemoryStore(untouched)
  let account: Promise<AccountConsent> | undefined
  let syncedUserId: number | null = null

  /** The part for players, and for a choice by category, comes when it is first needed. */
  function inAccount(): Promise<AccountConsent> {
    account ??= import('./accountConsent.ts').then(
      ({ createAccountConsent }) => createAccountConsent(session),
      (error: unknown) => {
        account = undefined
        throw error
      },
    )
    return account
  }

  function show(change: Partial<ConsentState> = {}) {
    store.write({ ...store.read(), ...change })
  }

  function isAsked(): boolean {
    const { token, user } = session.read()
    if (rules.leavesCookiesToConsentTool || consentCookies.isGiven()) return false
    if (consentCookies.isRefusedByBrowser()) return false
    return token === null || (user === null ? store.read().isAsked : !user.IsCookiePopupSeen)
  }

  async function sync(userId: number) {
    await (await inAccount()).sync(userId)
    show()
  }

  const consent = {
    read: store.read,
    subscribe: store.subscribe,

    /**
     * Looks at cookies and session again: a screen was reached, or a consent tool changed something.
     */
    look() {
      const { token, user } = session.read()
      if (!rules.leavesCookiesToConsentTool) {
        if (token === null) {
          syncedUserId = null
          // Earlier calls do not concern the next player.
          account = undefined
          consentCookies.forgetOthers(null)
        } else if (user !== null) {
          consentCookies.forgetOthers(user.Id)
          consentCookies.belongTo(user.Id)
          if (user.Id !== syncedUserId) {
            syncedUserId = user.Id
            whenIdle(() => void sync(user.Id).catch(() => undefined))
          }
        }
      }
      show({ isAsked: isAsked() })
    },

    /** The categories with the choices so far: of this browser, else of the player's account. */
    decisions: async () => (await inAccount()).decisions(),

    /** Accepts or refuses everything that is optional. */
    decideAll(isAccepted: boolean) {
      const { token } = session.read()
      consentCookies.save({ analytics: isAccepted, marketing: isAccepted }, token?.Id_User)
      show(answered)
      if (token === null) return
      void inAccount()
        .then((account) => account.sendAll(isAccepted))
        .catch(() => undefined)
    },

    async decide(decisions: readonly Decision[]) {
      const account = await inAccount()
      const sending = account.decide(decisions)
      show(answered)
      await sending.catch(() => undefined)
    },

    /** Changes one category of a player. Rejects, and changes nothing, when the call fails. */
    async change(decisions: readonly Decision[], changed: Decision) {
      await (await inAccount()).change(decisions, changed)
      show({ isAsked: false })
    },

    /** Withdraws one category of a player at once; a change sends it in its turn. */
    async withdraw(decisions: readonly Decision[], withdrawn: Decision) {
      const account = await inAccount()
      account.withdraw(decisions, withdrawn)
      show({ isAsked: false })
    },

    detail: (isDetailed: boolean) => show({ isDetailed }),
  }

  session.subscribe(() => consent.look())
  return consent
}
