import { CallError } from '@gatehouse/client/client'
import { findErrorCode } from '@gatehouse/contract/errors'
import { useLingui } from '@lingui/react/macro'
import {
  identityProviderNames,
  signInCallbackPathOf,
} from '@gatehouse/contract/identityProviderNames'
import { signInTitleOf } from '@gatehouse/contract/identityProviderRow'
import type { IdentityProviderName } from '@gatehouse/contract/identityProviders'
import { isPath, paths } from '@gatehouse/contract/routes'
import { useState } from 'react'
import { type Portal, usePortal } from '../../context/portal.ts'
import { lastWay } from '../../forms/services/lastWay.ts'
import { arrived, awaitedProof, awaitedRecovery } from '../../forms/services/serviceVisit.ts'
import { followSafety } from '../../forms/submit/followSafety.ts'
import { type FormItem, refusedItems } from '../../forms/submit/FormError.ts'
import { sentencesOf, useRefusal } from '../../forms/submit/useRefusal.ts'
import { usePath, useRouter, useWholeQuery } from '../../router/router.ts'
import { Progress } from '../../ui/feedback/Progress.tsx'
import { useActOnce } from '../../ui/useActOnce.ts'

type Query = Readonly<Record<string, string>>

/** The way back from a service: a log-in, a second step, an arrival, or a proof. */
export function ServiceCallback() {
  const portal = usePortal()
  const { history } = useRouter()
  const path = usePath()
  const brought = useWholeQuery()
  // The first is kept: the address loses it at once.
  const [query] = useState(brought)
  const service = serviceAt(path)
  const explain = useExplanation(service)
  const prove = useProof(service)
  const recover = useRecovery(service)

  async function finish() {
    // What a service sends back is for the server alone, and for once.
    history.replace(path, history.read().step)
    const isLoadedAgain = Object.keys(query).length === 0
    if (awaitedRecovery.read() !== '') {
      return isLoadedAgain ? backFromRecovery(portal) : recover(query)
    }
    if (awaitedProof.isAwaited() && portal.session.read().token !== null) {
      return isLoadedAgain ? backFromProof(portal) : prove(query)
    }
    if (isLoadedAgain) return resume(portal, explain)
    awaitedProof.forget()
    await logIn(portal, service, query).catch(explain)
  }

  useActOnce(path, () => void finish())
  return <Progress />
}

function serviceAt(path: string): IdentityProviderName {
  const service = identityProviderNames.find((name) => signInCallbackPathOf(name) === path)
  if (service === undefined) throw new Error(`${path} is of no service.`)
  return service
}

/** To the screen that needs the proof, which asks once more where there is none. */
function backFromProof({ go }: Portal) {
  const wanted = awaitedProof.read()
  awaitedProof.forget()
  go(isPath(wanted) ? wanted : paths.account, { replace: true })
}

/** To the page of the recovery, which says what it has. */
function backFromRecovery({ go }: Portal) {
  const secret = awaitedRecovery.read()
  awaitedRecovery.forget()
  go(paths.recoverAccount, { secret, replace: true })
}

/** The page of a return was loaded again. */
async function resume(portal: Portal, explain: (error: null) => Promise<void>) {
  if (arrived.read() !== null) return goOnToArrival(portal)
  if (portal.session.read().token === null) return explain(null)
  portal.go(paths.account, { replace: true })
}

function goOnToArrival({ session, go }: Portal) {
  // A player who is signed in has an account to join it to.
  const isSignedIn = session.read().token !== null
  go(isSignedIn ? paths.serviceJoin : paths.serviceArrival, { replace: true })
}

async function logIn(portal: Portal, service: IdentityProviderName, query: Query) {
  const { session, returnTo } = portal
  try {
    const answer = await session.api('serviceLogIn', { path: { service }, body: query })
    const redirectUrl = returnTo.read('redirectUrl')
    if (answer.Arrival !== null) {
      arrived.write({ arrival: answer.Arrival, redirectUrl: ofJoining(redirectUrl) })
      return goOnToArrival(portal)
    }
    if (redirectUrl === '' && answer.RedirectUrl) returnTo.headFor(answer.RedirectUrl)
    lastWay.note(service, '')
    await portal.enter(answer.Created ?? '')
    lastWay.note(service, session.read().user?.Username ?? '')
  } catch (error) {
    if (followSafety(portal, error)) return
    const step = refusedItems(error)?.[0]?.Step
    if (!step) throw error
    lastWay.note(service, '')
    portal.logIn.begin('')
    portal.logIn.awaitStep(step)
    portal.go(paths.secondStep, { replace: true })
  }
}

/** Where a log-in leads that an earlier arrival has begun: that one is over. */
function ofJoining(redirectUrl: string): string {
  return redirectUrl === paths.serviceJoin ? (arrived.read()?.redirectUrl ?? '') : redirectUrl
}

/** Every failure is said on Log in, in the place of this screen. Null: its page was loaded again. */
function useExplanation(service: IdentityProviderName) {
  const portal = usePortal()
  const refusalOf = useRefusal()
  return async (error: unknown) => {
    const refusal = error === null ? null : await refusalOf(error, true)
    if (!portal.isCurrent()) return
    portal.logIn.explain({
      kind: 'service',
      service,
      code: refusal === null ? 'interrupted' : codeOf(error, refusal.items),
      sentences: refusal === null ? [] : sentencesOf(refusal),
    })
    portal.go(paths.login, { replace: true })
  }
}

/** A service that is away is no fault of the player: its refusal is none of a form. */
function codeOf(error: unknown, items: readonly FormItem[]): string {
  const [refused = items[0]] = error instanceof CallError ? (error.body?.ErrorMessages ?? []) : []
  return findErrorCode(refused?.ErrorMessage ?? '') ?? ''
}

/** Goes back to where the proof is needed, and says how it went. */
function useProof(service: IdentityProviderName) {
  const portal = usePortal()
  const { t } = useLingui()
  const refusalOf = useRefusal()
  const title = signInTitleOf(service)
  return async (query: Query) => {
    try {
      await portal.session.api('proveByService', { path: { service }, body: query })
      portal.notify(() => t`${title} has confirmed that it is you. You can go on now.`)
    } catch (error) {
      const refusal = await refusalOf(error, true)
      const [sentence] = refusal === null ? [] : sentencesOf(refusal)
      portal.notify(() => sentence?.() ?? '', { isPlain: true })
    }
    backFromProof(portal)
  }
}

/** Goes back to the page of a recovery, and says how its proof went. */
function useRecovery(service: IdentityProviderName) {
  const portal = usePortal()
  const { t } = useLingui()
  const refusalOf = useRefusal()
  const title = signInTitleOf(service)
  return async (Query: Query) => {
    try {
      const body = { Link: awaitedRecovery.read(), Query }
      await portal.session.api('addRecoveryService', { path: { service }, body })
      portal.notify(() => t`${title} has confirmed that it is you. You can go on now.`)
    } catch (error) {
      const refusal = await refusalOf(error, true)
      const [sentence] = refusal === null ? [] : sentencesOf(refusal)
      portal.notify(() => sentence?.() ?? '', { isPlain: true })
    }
    backFromRecovery(portal)
  }
}
