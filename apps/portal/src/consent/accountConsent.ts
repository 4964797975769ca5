import { CallError } from '@gatehouse/client/client'
import type { Session } from '../session/session.ts'
import { consentCookies } from './consentCookies.ts'
import { purposeOf } from './purposes.ts'
import { choiceOf, type Decision, isChoosable } from './decision.ts'
import { unsentWithdrawals } from './unsentWithdrawals.ts'

export type AccountConsent = ReturnType<typeof createAccountConsent>

const userIdIn = (session: Session) => session.read().token?.Id_User

/**
 * The consent by category, in this browser and in the account of the signed-in player. Without a
 * player nothing is sent.
 */
export function createAccountConsent(session: Session) {
  const sending = createSending(session)
  const decisions = () => listDecisions(session)

  /** Keeps one decision in this browser beside those that are kept here already. */
  function saveDecision(decisions: readonly Decision[], { category, isAccepted }: Decision) {
    const before = consentCookies.isGiven() ? consentCookies.choice() : choiceOf(decisions)
    const purpose = purposeOf(category)
    const choice = purpose === null ? before : { ...before, [purpose]: isAccepted }
    consentCookies.save(choice, userIdIn(session))
  }

  /** Gives the account the choices of this browser; none is a refusal of all. */
  async function sendChoice() {
    const ours = (await decisions()).filter(
      (decision) => isChoosable(decision) && purposeOf(decision.category) !== null,
    )
    const hasAccepted = ours.some(({ isAccepted }) => isAccepted)
    await (hasAccepted ? sending.send(ours) : sending.sendAll(false))
  }

  /** Gives this browser the choices of the account, if its player is still here by then. */
  async function takeChoice(userId: number) {
    const chosen = choiceOf(await decisions())
    const isOfAccount = !consentCookies.isGiven() && !consentCookies.isRefusedByBrowser()
    if (userIdIn(session) === userId && isOfAccount) consentCookies.mirrorAccountChoice(chosen)
  }

  return {
    decisions,
    sendAll: sending.sendAll,

    async decide(decisions: readonly Decision[]): Promise<void> {
      consentCookies.save(choiceOf(decisions), userIdIn(session))
      await sending.sendChanges(decisions)
    },

    /** Holds here once the account has it, and no later decision was made about the category. */
    async change(decisions: readonly Decision[], changed: Decision): Promise<void> {
      await sending.send([changed])
      if (sending.isLatest(changed)) saveDecision(decisions, changed)
    },

    withdraw(decisions: readonly Decision[], withdrawn: Decision): void {
      sending.note([withdrawn])
      saveDecision(decisions, withdrawn)
    },

    /** Merges the earlier choices of a player who has just logged in with those of this browser. */
    async sync(userId: number): Promise<void> {
      const { user } = session.read()
      if (user?.Id !== userId) return
      await sending.sendWithdrawals().catch(() => undefined)
      if (consentCookies.isGiven() && !user.IsCookiePopupSeen) await sendChoice()
      else if (!consentCookies.isGiven() && user.IsCookiePopupSeen) await takeChoice(userId)
    },
  }
}

/** The decision about each category: of this browser, else of the player's account. */
async function listDecisions(session: Session): Promise<Decision[]> {
  const userId = userIdIn(session)
  const categories = await (userId === undefined
    ? session.api('listCookies', {})
    : session.api('listUserCookies', { path: { userId } }))
  return categories.map((category) => {
    const decision = { category, isAccepted: category.IsAccepted }
    const purpose = purposeOf(category)
    const isOurs = purpose !== null && isChoosable(decision) && consentCookies.isGiven()
    return isOurs ? { category, isAccepted: consentCookies.choice()[purpose] } : decision
  })
}

/**
 * Calls go one after the other, in the order of the player's decisions, and a withdrawal that did not
 * arrive is kept until the player comes again.
 */
function createSending(session: Session) {
  let last: Promise<unknown> = Promise.resolve()
  /** The decisions of this page, by the category's id. */
  const latest = new Map<number, boolean>()

  /** Sends something in its turn; the first time the account also counts as asked from then on. */
  function sendWith(work: (userId: number, isFirst: boolean) => Promise<unknown>): Promise<void> {
    const userId = userIdIn(session)
    async function act() {
      // Nothing is sent for a player who has left meanwhile.
      if (userId === undefined || userIdIn(session) !== userId) return
      const isFirst = session.read().user?.IsCookiePopupSeen !== true
      await work(userId, isFirst)
      if (!isFirst) return
      await session.api('seeCookiePopup', { path: { userId }, body: {} })
      session.showProfile({ IsCookiePopupSeen: true })
    }
    const turn = last.then(act)
    last = turn.catch(() => undefined)
    return turn
  }

  /** A withdrawal is kept from now on, until it is sent. */
  function note(decisions: readonly Decision[]) {
    const userId = userIdIn(session)
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

  return {
    note,
    /** True if no later decision was made about the category. */
    isLatest: ({ category, isAccepted }: Decision) => latest.get(category.Id) === isAccepted,

    /** Accepts or refuses everything that is optional. */
    sendAll(isAccepted: boolean): Promise<void> {
      const userId = userIdIn(session)
      latest.clear()
      if (userId !== undefined && isAccepted) unsentWithdrawals.forget(userId)
      const body = { IsAllReject: !isAccepted }
      return sendWith((userId) => session.api('acceptAllCookies', { path: { userId }, body }))
    },

    send(decisions: readonly Decision[]): Promise<void> {
      note(decisions)
      return sendWith((userId) => setEach(userId, decisions))
    },

    /** Sends every decision the first time, and later those that differ from the account's. */
    sendChanges(decisions: readonly Decision[]): Promise<void> {
      const choosable = decisions.filter(isChoosable)
      const changes = choosable.filter(
        ({ category, isAccepted }) =>
          isAccepted !== (latest.get(category.Id) ?? category.IsAccepted),
      )
      note(changes)
      return sendWith((userId, isFirst) => setEach(userId, isFirst ? choosable : changes))
    },

    async sendWithdrawals(): Promise<void> {
      const userId = userIdIn(session)
      const ids = userId === undefined ? [] : unsentWithdrawals.of(userId)
      if (ids.length === 0) return
      await sendWith(async (userId) => {
        for (const id of ids) await set(userId, id, false)
      })
    },
  }
}
