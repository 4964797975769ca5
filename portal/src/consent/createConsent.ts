import type { User } from '@gatehouse/contract/entities'
import type { Rules } from '@gatehouse/contract/environments'
import type { Session } from '../session/session.ts'
import { consentCookies } from './consentCookies.ts'
import { choiceOf, type Decision, isChoosable } from './decision.ts'
import { purposeOf } from './purposeOf.ts'

export interface ConsentState {
  /** Whether the banner asks. */
  readonly isAsked: boolean
  /** Whether the dialog with every setting is open. */
  readonly isDetailed: boolean
}

export interface Consent {
  read(): ConsentState
  subscribe(listener: () => void): () => void
  /** Looks at cookies and session again: a screen was reached, or a consent tool changed something. */
  look(): void
  /** The categories with what is decided so far: in this browser, else in the player's account. */
  decisions(): Promise<Decision[]>
  /** Accepts or refuses everything that is optional. */
  decideAll(isAccepted: boolean): void
  decide(decisions: readonly Decision[]): void
  /** Changes one category of a player. Rejects, and changes nothing, when the call fails. */
  change(decisions: readonly Decision[], changed: Decision): Promise<void>
  detail(isDetailed: boolean): void
}

/**
 * The consent that was given in this browser. A choice counts here at once; in the account of a player
 * it is kept by calls, and what could not be sent is sent the next time the player comes, because the
 * account still counts as unasked. Where a consent tool is in charge nothing is asked or written.
 */
export function createConsent(rules: Rules, session: Session): Consent {
  let state: ConsentState = { isAsked: false, isDetailed: false }
  let met: number | null = null
  let hasToldAccount = false
  const listeners = new Set<() => void>()

  function become(next: ConsentState) {
    state = next
    for (const listener of listeners) listener()
  }

  function isAsked(): boolean {
    const { token, user } = session.read()
    if (rules.leavesCookiesToConsentTool || consentCookies.isGiven()) return false
    if (token === null) return true
    return user === null ? state.isAsked : !user.IsCookiePopupSeen && !hasToldAccount
  }

  /** Sends decisions to the player's account: all of them the first time, then those that differ. */
  async function tellAccount(send: (userId: number, isFirst: boolean) => Promise<unknown>) {
    const { token, user } = session.read()
    if (token === null) return
    const path = { userId: token.Id_User }
    const isFirst = !hasToldAccount && user?.IsCookiePopupSeen !== true
    await send(path.userId, isFirst)
    if (isFirst) await session.api('seeCookiePopup', { path, body: {} })
    hasToldAccount = true
  }

  function set(userId: number, { category, isAccepted }: Decision) {
    const body = { Id_Cookie: category.Id, IsAccepted: isAccepted }
    return session.api('setCookie', { path: { userId }, body })
  }

  async function setEach(userId: number, decisions: readonly Decision[]) {
    for (const decision of decisions) await set(userId, decision)
  }

  function setAll(userId: number, isAccepted: boolean) {
    return session.api('acceptAllCookies', { path: { userId }, body: { IsAllReject: !isAccepted } })
  }

  /** Brings together what a player who has just come chose before and what this browser knows. */
  async function meet(user: User) {
    if (consentCookies.isGiven() && !user.IsCookiePopupSeen) {
      const known = (await consent.decisions()).filter(
        (decision) => isChoosable(decision) && purposeOf(decision.category) !== null,
      )
      await tellAccount((userId) =>
        known.some(({ isAccepted }) => isAccepted) ? setEach(userId, known) : setAll(userId, false),
      )
    } else if (!consentCookies.isGiven() && user.IsCookiePopupSeen) {
      const chosen = choiceOf(await consent.decisions())
      const isStillHere = session.read().user?.Id === user.Id
      if (isStillHere && !consentCookies.isGiven()) consentCookies.repeat(chosen)
    }
    become({ ...state })
  }

  const consent: Consent = {
    read: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },

    look() {
      const { token, user } = session.read()
      if (!rules.leavesCookiesToConsentTool) {
        if (token === null) {
          met = null
          hasToldAccount = false
          // What another player chose elsewhere ends with that player's session.
          if (!consentCookies.isGiven()) consentCookies.forget()
        } else if (user !== null && user.Id !== met) {
          met = user.Id
          void meet(user).catch(() => undefined)
        }
      }
      become({ ...state, isAsked: isAsked() })
    },

    async decisions() {
      const { token } = session.read()
      const categories = await (token === null
        ? session.api('listCookies', {})
        : session.api('listUserCookies', { path: { userId: token.Id_User } }))
      return categories.map((category) => {
        const decision = { category, isAccepted: category.IsAccepted }
        const purpose = purposeOf(category)
        const isOurs = purpose !== null && isChoosable(decision) && consentCookies.isGiven()
        return isOurs ? { category, isAccepted: consentCookies.choice()[purpose] } : decision
      })
    },

    decideAll(isAccepted) {
      consentCookies.give({ analytics: isAccepted, marketing: isAccepted })
      become({ isAsked: false, isDetailed: false })
      void tellAccount((userId) => setAll(userId, isAccepted)).catch(() => undefined)
    },

    decide(decisions) {
      consentCookies.give(choiceOf(decisions))
      become({ isAsked: false, isDetailed: false })
      void tellAccount((userId, isFirst) =>
        setEach(
          userId,
          decisions.filter(
            (decision) =>
              isChoosable(decision) &&
              (isFirst || decision.isAccepted !== decision.category.IsAccepted),
          ),
        ),
      ).catch(() => undefined)
    },

    async change(decisions, changed) {
      await tellAccount((userId) => set(userId, changed))
      consentCookies.give(
        choiceOf(decisions.map((old) => (old.category.Id === changed.category.Id ? changed : old))),
      )
      become({ ...state, isAsked: false })
    },

    detail(isDetailed) {
      become({ ...state, isDetailed })
    },
  }

  session.subscribe(() => consent.look())
  return consent
}
