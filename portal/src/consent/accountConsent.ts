import type { Session } from '../session/session.ts'
import { type Decision, isChoosable } from './decision.ts'

/** The consent in the account of the signed-in player. Without a player nothing is sent. */
export interface AccountConsent {
  /** Whether the account has the player's decisions, as far as this page knows. */
  isDecided(): boolean
  /** The player has gone: what was sent concerns the next one no more. */
  forget(): void
  /** Accepts or refuses everything that is optional. */
  sendAll(isAccepted: boolean): Promise<void>
  send(decisions: readonly Decision[]): Promise<void>
  /** Sends every decision the first time, and later those that differ from the account's. */
  sendChanges(decisions: readonly Decision[]): Promise<void>
}

export function createAccountConsent(session: Session): AccountConsent {
  let hasSent = false

  function isDecided(): boolean {
    return hasSent || session.read().user?.IsCookiePopupSeen === true
  }

  /** Sends something; the first time the account also counts as asked from then on. */
  async function sendWith(work: (userId: number, isFirst: boolean) => Promise<unknown>) {
    const { token } = session.read()
    if (token === null) return
    const userId = token.Id_User
    const isFirst = !isDecided()
    await work(userId, isFirst)
    if (isFirst) await session.api('seeCookiePopup', { path: { userId }, body: {} })
    hasSent = true
  }

  async function setEach(userId: number, decisions: readonly Decision[]) {
    for (const { category, isAccepted } of decisions) {
      const body = { Id_Cookie: category.Id, IsAccepted: isAccepted }
      await session.api('setCookie', { path: { userId }, body })
    }
  }

  return {
    isDecided,
    forget() {
      hasSent = false
    },
    sendAll(isAccepted) {
      const body = { IsAllReject: !isAccepted }
      return sendWith((userId) => session.api('acceptAllCookies', { path: { userId }, body }))
    },
    send: (decisions) => sendWith((userId) => setEach(userId, decisions)),
    sendChanges(decisions) {
      const choosable = decisions.filter(isChoosable)
      return sendWith((userId, isFirst) =>
        setEach(
          userId,
          choosable.filter(
            ({ category, isAccepted }) => isFirst || isAccepted !== category.IsAccepted,
          ),
        ),
      )
    },
  }
}
