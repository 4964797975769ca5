import type { User } from '@gatehouse/contract/entities'
import type { Rules } from '@gatehouse/contract/environments'
import type { Session } from '../session/session.ts'
import { createMemoryStore } from '../storage/memoryStore.ts'
import { createAccountConsent } from './accountConsent.ts'
import { type ConsentChoice, consentCookies, purposeOf } from './consentCookies.ts'
import { choiceOf, type Decision, isChoosable } from './decision.ts'

export interface ConsentState {
  /** True while the banner asks. */
  readonly isAsked: boolean
  /** True once the visitor has answered the banner on this page. */
  readonly isAnswered: boolean
  /** True while the dialog with every setting is open. */
  readonly isDetailed: boolean
}

export interface Consent {
  read(): ConsentState
  subscribe(listener: () => void): () => void
  /**
   * Looks at cookies and session again: a screen was reached, or a consent tool changed something.
   */
  look(): void
  /** The categories with the choices so far: of this browser, else of the player's account. */
  decisions(): Promise<Decision[]>
  /** Accepts or refuses everything that is optional. */
  decideAll(isAccepted: boolean): void
  decide(decisions: readonly Decision[]): void
  /** Changes one category of a player. Rejects, and changes nothing, when the call fails. */
  change(decisions: readonly Decision[], changed: Decision): Promise<void>
  /** Withdraws one category of a player at once; a change sends it in its turn. */
  withdraw(decisions: readonly Decision[], withdrawn: Decision): void
  detail(isDetailed: boolean): void
}

const untouched: ConsentState = { isAsked: false, isAnswered: false, isDetailed: false }

/** Gives an account the choices of this browser; none is a refusal of all. */
async function sendChoice(
  account: ReturnType<typeof createAccountConsent>,
  decisions: readonly Decision[],
): Promise<void> {
  const known = decisions.filter(
    (decision) => isChoosable(decision) && purposeOf(decision.category) !== null,
  )
  const hasAccepted = known.some(({ isAccepted }) => isAccepted)
  await (hasAccepted ? account.send(known) : account.sendAll(false))
}

/** Gives this browser the choices of a player's account, if that player is still here by then. */
async function takeChoice(session: Session, user: User): Promise<void> {
  const chosen = choiceOf(await listDecisions(session))
  const isStillHere = session.read().user?.Id === user.Id
  const isOfAccount = !consentCookies.isGiven() && !consentCookies.isRefusedByBrowser()
  if (isStillHere && isOfAccount) consentCookies.mirrorAccountChoice(chosen)
}

/**
 * The consent that was given in this browser. A choice counts here at once; in the account of a
 * player it is kept by calls, and what could not be sent is sent the next time the player comes,
 * because the account still counts as unasked. Where a consent tool is in charge nothing is asked
 * or written.
 */
export function createConsent(rules: Rules, session: Session): Consent {
  const store = createMemoryStore(untouched)
  const account = createAccountConsent(session)
  let syncedUserId: number | null = null

  function isAsked(): boolean {
    const { token, user } = session.read()
    if (rules.leavesCookiesToConsentTool || consentCookies.isGiven()) return false
    if (consentCookies.isRefusedByBrowser()) return false
    return token === null || (user === null ? store.read().isAsked : !account.isDecided())
  }

  /** Merges the earlier choices of a player who has just logged in with those of this browser. */
  async function syncWithAccount(user: User) {
    await account.sendWithdrawals().catch(() => undefined)
    if (consentCookies.isGiven() && !user.IsCookiePopupSeen) {
      await sendChoice(account, await listDecisions(session))
    } else if (!consentCookies.isGiven() && user.IsCookiePopupSeen) {
      await takeChoice(session, user)
    }
    store.write({ ...store.read() })
  }

  function keep(choice: ConsentChoice) {
    consentCookies.save(choice)
    const { token } = session.read()
    if (token !== null) consentCookies.belongTo(token.Id_User, true)
  }

  /** Keeps a choice in this browser; the banner and the dialog go. */
  function saveChoice(choice: ConsentChoice) {
    keep(choice)
    store.write({ isAsked: false, isAnswered: true, isDetailed: false })
  }

  /** Keeps one decision in this browser beside those that are kept here already. */
  function saveDecision(decisions: readonly Decision[], { category, isAccepted }: Decision) {
    const before = consentCookies.isGiven() ? consentCookies.choice() : choiceOf(decisions)
    const purpose = purposeOf(category)
    keep(purpose === null ? before : { ...before, [purpose]: isAccepted })
    store.write({ ...store.read(), isAsked: false })
  }

  const consent: Consent = {
    read: store.read,
    subscribe: store.subscribe,

    look() {
      const { token, user } = session.read()
      if (!rules.leavesCookiesToConsentTool) {
        if (token === null) {
          syncedUserId = null
          account.forget()
          consentCookies.forgetOthers(null)
        } else if (user !== null) {
          consentCookies.forgetOthers(user.Id)
          consentCookies.belongTo(user.Id, false)
          if (user.Id !== syncedUserId) {
            syncedUserId = user.Id
            void syncWithAccount(user).catch(() => undefined)
          }
        }
      }
      store.write({ ...store.read(), isAsked: isAsked() })
    },

    decisions: () => listDecisions(session),

    decideAll(isAccepted) {
      saveChoice({ analytics: isAccepted, marketing: isAccepted })
      void account.sendAll(isAccepted).catch(() => undefined)
    },

    decide(decisions) {
      saveChoice(choiceOf(decisions))
      void account.sendChanges(decisions).catch(() => undefined)
    },

    async change(decisions, changed) {
      await account.send([changed])
      if (account.isLatest(changed)) saveDecision(decisions, changed)
    },

    withdraw(decisions, withdrawn) {
      account.note([withdrawn])
      saveDecision(decisions, withdrawn)
    },

    detail(isDetailed) {
      store.write({ ...store.read(), isDetailed })
    },
  }

  session.subscribe(() => consent.look())
  return consent
}

/** The decision about each category: of this browser, else of the player's account. */
async function listDecisions(session: Session): Promise<Decision[]> {
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
}
