import { useLingui } from '@lingui/react/macro'
import type { AnswerOf } from '@gatehouse/contract/calls'
import { paths } from '@gatehouse/contract/routes'
import { useNotify } from '../../context/Place.tsx'
import { usePortal } from '../../context/portal.ts'
import { CookiesRefusedError } from '../../session/session.ts'
import { sentMail } from './sentMail.ts'

/** Other servers leave out whose account it is. */
export type Confirmed = Partial<AnswerOf<'confirmEmail'>>

/**
 * Goes on after a link has confirmed an account: in the browser that registered to the first steps, to
 * which the player was heading if signed in, and else to the log-in with the name filled in.
 */
export function useConfirmed(): (confirmed: Confirmed) => Promise<void> {
  const { session, returnTo, tags, logIn, isCurrent, follow, go } = usePortal()
  const notify = useNotify()
  const { t } = useLingui()

  /** False in a browser that keeps no cookies. */
  async function enter(created: string): Promise<boolean> {
    try {
      await session.signIn(created, returnTo.clientId())
    } catch (error) {
      if (error instanceof CookiesRefusedError) return false
      throw error
    }
    logIn.finish()
    tags.sendEvent('login_success')
    return true
  }

  return async ({ Username, IsRepeated, Created }) => {
    sentMail.forget('confirmation')
    if (!isCurrent()) return
    const isAnonymous = session.read().token === null
    if (Created !== undefined && isAnonymous && (await enter(Created))) {
      return go(paths.welcome, { replace: true })
    }
    const destination = await returnTo.take()
    const isSignedIn = session.read().token !== null
    if (isSignedIn) notify(() => t`Your email is confirmed.`)
    if (isSignedIn || destination !== null) return follow(destination, paths.account)
    const kind = IsRepeated === true ? 'confirmed-before' : 'confirmed'
    logIn.explain({ kind })
    if (Username) logIn.begin(Username)
    go(paths.login, { replace: true })
  }
}

/** Makes the call of a link for the client that asked for the log-in, whose session it may open; no part of the specification's call. */
export function useCallForClient() {
  const { rules, returnTo } = usePortal()
  return <Answer>(call: (client: { readonly ClientId?: string }) => Promise<Answer>) =>
    rules.goesBeyondSpecification ? returnTo.forClient((ClientId) => call({ ClientId })) : call({})
}
