import { CallError } from '@gatehouse/client/client'
import type { Session } from '../session/session.ts'
import { type Decision, isChoosable } from './decision.ts'
import { unsentWithdrawals } from './unsentWithdrawals.ts'

/**
 * The consent in the account of the signed-in player. Without a player nothing is sent. Calls go
 * one after the other, in the order of the player's decisions, and a withdrawal that did not arrive
 * is kept until the player comes again.
 */
export interface AccountConsent {
  /** True if the account has the player's decisions, as far as this page knows. */
  isDecided(): boolean
  /** The player has left: earlier calls do not concern the next player. */
  forget(): void
  /** Accepts or refuses everything that is optional. */
  sendAll(isAccepted: boolean): Promise<void>
  send(decisions: readonly Decision[]): Promise<void>
  /** Takes note of decisions that are sent later: a withdrawal is kept from now on. */
  note(decisions: readonly Decision[]): void
  /** Sends every decision the first time, and later those that differ from the account's. */
  sendChanges(decisions: readonly Decision[]): Promise<void>
  /** True if no later decision was made about the category. */
  isLatest(decision: Decision): boolean
  /** Sends the withdrawals of the player that did not arrive before. */
  sendWithdrawals(): Promise<void>
}

export function createAccountConsent(session: Session): AccountConsent {
  let hasSent = false
  let last: Promise<unknown> = Promise.resolve()
  /** The decisions of this page, by the category's id. */
  const latest = new Map<number, boolean>()

  function isDecided(): boolean {
    return hasSent || session.read().user?.IsCookiePopupSeen === true
  }

  /** Sends something in its turn; the first time the account also counts as asked from then on. */
  function sendWith(work: (userId: number, isFirst: boolean) => Promise<unknown>): Promise<void> {
    const userId = session.read().token?.Id_User
    async function act() {
      // Nothing is sent for a player who has left meanwhile.
      if (userId === undefined || session.read().token?.Id_User !== userId) return
      const isFirst = !isDecided()
      await work(userId, isFirst)
      if (isFirst) await session.api('seeCookiePopup', { path: { userId }, body: {} })
      hasSent = true
    }
    const turn = last.then(act)
    last = turn.catch(() => undefined)
    return turn
  }

  function note(decisions: readonly Decision[]) {
    const userId = session.read().token?.Id_User
    if (userId === undefined) return
    for (const { category, isAccepted } of decisions) {
      latest.set(category.Id, isAccepted)
      if (isAccepted) unsentWithdrawals.remove(userId, category.Id)
      else unsentWithdrawals.add(userId, [category.Id])
    }
  }

  async function set(userId: number, Id_Cookie: number, IsAccepted: boolean) {
    try {
      await session.api('setCookie', { path: { userId }, body: { Id_Cookie, IsAccepted } })
    } catch (error) {
      // The server would refuse it again.
      const isRefused = error instanceof CallError && error.status === 400
      if (isRefused) unsentWithdrawals.remove(userId, Id_Cookie)
      throw error
    }
    if (!IsAccepted) unsentWithdrawals.remove(userId, Id_Cookie)
  }

  async function setEach(userId: number, decisions: readonly Decision[]) {
    for (const { category, isAccepted } of decisions) await set(userId, category.Id, isAccepted)
  }

  /** Of the account's values, or those sent to it from this page. */
  function isChange({ category, isAccepted }: Decision): boolean {
    return isAccepted !== (latest.get(category.Id) ?? category.IsAccepted)
  }

  return {
    isDecided,
    note,
    forget() {
      hasSent = false
      latest.clear()
    },
    sendAll(isAccepted) {
      const { token } = session.read()
      latest.clear()
      if (token !== null && isAccepted) unsentWithdrawals.forget(token.Id_User)
      const body = { IsAllReject: !isAccepted }
      return sendWith((userId) => session.api('acceptAllCookies', { path: { userId }, body }))
    },
    send(decisions) {
      note(decisions)
      return sendWith((userId) => setEach(userId, decisions))
    },
    sendChanges(decisions) {
      const choosable = decisions.filter(isChoosable)
      const changes = choosable.filter(isChange)
      note(changes)
      return sendWith((userId, isFirst) => setEach(userId, isFirst ? choosable : changes))
    },
    isLatest: ({ category, isAccepted }) => latest.get(category.Id) === isAccepted,
    sendWithdrawals() {
      const userId = session.read().token?.Id_User
      const ids = userId === undefined ? [] : unsentWithdrawals.of(userId)
      if (ids.length === 0) return Promise.resolve()
      return sendWith(async (userId) => {
        for (const id of ids) await set(userId, id, false)
      })
    },
  }
}
