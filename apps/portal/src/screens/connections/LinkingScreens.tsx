import { loading } from '../../context/loading.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { type Path, paths } from '@gatehouse/contract/routes'
import { useRef } from 'react'
import { partnerSlug } from '@gatehouse/contract/display'
import { isLinkable } from '@gatehouse/contract/identityProviderRow'
import type { CanonicalName, Connect } from '@gatehouse/contract/entities'
import { usePath, useWholeQuery } from '../../router/router.ts'
import { useReauthentication } from '../../forms/reauthentication/useReauthentication.tsx'
import { offeredMove } from '../../forms/services/serviceVisit.ts'
import { refusedItems, throwFormError } from '../../forms/submit/FormError.ts'
import { beginLinking } from './beginLinking.ts'
import { ActOnLoad } from '../../ui/feedback/ActOnLoad.tsx'
import { needsConfirmation } from '../../context/confirmation.ts'
import {
  type Linked,
  type IdentityProvider,
  identityProviders,
  type LinkServices,
} from './identityProviders.ts'
import { usePortal, useSession } from '../../context/portal.ts'
import { useActOnce } from '../../ui/useActOnce.ts'
import { isNetworkError } from '../../session/createApi.ts'
import { Progress } from '../../ui/feedback/Progress.tsx'
import { readAgain } from '../../ui/readAgain.ts'

/*
 * The blank screens between a player and a service. Each does its work once and is then replaced in
 * the history, so that Back never repeats it and no code of a service stays behind.
 */

type Query = Readonly<Record<string, string>>

/** Sends the player to the service. */
export function LinkScreen() {
  const portal = usePortal()
  const { path, provider } = useProvider()
  const { title } = provider

  return (
    <ActOnLoad
      cause={path}
      act={() =>
        void beginLinking(portal, provider).catch((error: unknown) =>
          portal.fail(error, { replace: true }),
        )
      }
      asks={needsConfirmation(portal, path)}
      question={<Trans>Link your {title} account?</Trans>}
    />
  )
}

/** Unlinks as soon as there is a token, and again for another one. */
export function UnlinkScreen() {
  const portal = usePortal()
  const { token } = useSession()
  const { path, provider } = useProvider()
  const { t } = useLingui()
  const goOn = useGoOn()
  const isAtWork = useRef(false)
  const { withReauthentication, dialog } = useReauthentication()
  const { title } = provider

  async function unlink() {
    // Work that is under way when the token is renewed goes on with the new one.
    if (isAtWork.current) return
    isAtWork.current = true
    try {
      await withReauthentication(() => provider.end(portal))
      await goOn(provider, 'ended')
      portal.notify(() => t`Your ${title} account is no longer linked.`, { about: provider.name })
    } catch (error) {
      // A player who cancels the proof goes back to the connections.
      if (refusedItems(error)?.length === 0) portal.go(paths.linkAccount, { replace: true })
      else portal.fail(error, { replace: true })
    }
    isAtWork.current = false
  }

  return (
    <>
      <ActOnLoad
        cause={token?.Value ?? ''}
        act={() => void unlink()}
        asks={needsConfirmation(portal, path)}
        question={<Trans>Unlink your {title} account?</Trans>}
      />
      {dialog}
    </>
  )
}

/** The way back from a service: makes the link of what its query brought. */
export function CallbackScreen() {
  const { provider } = useProvider()
  return <Completion provider={provider} complete={provider.complete} />
}

/** The way back from a partner's service, which has linked Steam for us. */
export function PartnerServiceCallback() {
  return <Completion provider={identityProviders.steam} complete={completeAtPartner} />
}

/** The address says only that it went well. The partner's service names the account. */
async function completeAtPartner({ session, configuration }: LinkServices, { result }: Query) {
  if (result !== 'SUCCESS') throwFormError('Error on callback relic steam link.')
  const path = { partner: partnerSlug(configuration.PartnerName) }
  const { IdSteam } = await session.api('partnerLinkedAccounts', { path })
  if (!IdSteam) throwFormError('Error on get linked relic.')
  return session.api('steamRelicCallback', { body: { IdSteam } })
}

interface CompletionProps {
  readonly provider: IdentityProvider
  readonly complete: IdentityProvider['complete']
}

function Completion({ provider, complete }: CompletionProps) {
  const portal = usePortal()
  const { t } = useLingui()
  const query = useWholeQuery()
  const goOn = useGoOn()

  /** The player said no at the service: the way there ends where it began. */
  function stop() {
    const { name, title } = provider
    portal.returnTo.forgetLink()
    portal.notify(() => t`You stopped it at ${title}. Nothing is linked.`, {
      about: name,
      isPlain: true,
    })
    portal.go(paths.linkAccount, { replace: true })
  }

  async function act() {
    if (portal.rules.goesBeyondSpecification && provider.isStopped(query)) return stop()
    try {
      const flags = ['linking-callback', `linking-${provider.name}`] as const
      const linked = await loading.during(flags, () => complete(portal, query))
      portal.page.noteLinked(true)
      await goOn(provider, linked ?? {})
      const { title } = provider
      portal.notify(() => t`Your ${title} account is linked.`, { about: provider.name })
    } catch (error) {
      const move = refusedItems(error)?.find((item) => item.Move)?.Move
      if (move !== undefined) {
        offeredMove.write({ service: provider.name, move })
        portal.returnTo.forgetLink()
        return portal.go(paths.linkAccount, { replace: true })
      }
      if (!isNetworkError(error)) {
        // The service's code is spent: another try begins where accounts are linked.
        portal.returnTo.forgetLink()
        portal.failure.note({ retry: paths.linkAccount })
      }
      portal.fail(error, { replace: true })
    }
  }

  // A service's code works once, whatever becomes of the token meanwhile.
  useActOnce(JSON.stringify(query), () => void act())
  return <Progress />
}

/** Which service a screen is for, by its path. */
function useProvider(): { readonly path: Path; readonly provider: IdentityProvider } {
  const path = usePath() as Path
  return { path, provider: providerAt(path) }
}

function providerAt(path: Path): IdentityProvider {
  const provider = Object.values(identityProviders).find(({ link, unlink, callback }) =>
    [link, unlink, callback].includes(path),
  )
  if (provider === undefined) throw new Error(`${path} links nothing.`)
  return provider
}

/**
 * Says whether the service of a path can be linked: the account's connections have the last word.
 */
export function isOffered(path: Path, connects: readonly Connect[]): boolean {
  const { name } = providerAt(path)
  const connect = connects.find(({ CanonicalName }) => CanonicalName === name)
  return isLinkable(connect ?? { CanonicalName: name })
}

/** The connections with another account at one service, of which the id alone is known; null for none. */
function withAccount(
  connects: readonly Connect[],
  name: CanonicalName,
  account: string | null,
): readonly Connect[] {
  return connects.map((connect) => {
    if (connect.CanonicalName !== name) return connect
    const { Id, CanonicalName, Name, Icon, CanLink } = connect
    return {
      Id,
      CanonicalName,
      Name,
      Icon,
      ...(CanLink !== undefined && { CanLink }),
      IsLinked: account !== null,
      Id_Account: account || null,
      ConnectName: null,
      Avatar: null,
      LastCheck: null,
    }
  })
}

/**
 * Goes where the linking was asked from, and names the account to another site; without such a
 * place to the connections, as they are now.
 */
function useGoOn() {
  const { returnTo, session, isCurrent, leave, follow } = usePortal()

  /** Reads the connections for all tabs; where they do not come, what was done is shown all the same. */
  async function readConnects(name: CanonicalName, account: string | null) {
    try {
      await session.load()
      session.showConnects(session.read().connects)
    } catch (error) {
      session.showConnects(withAccount(session.read().connects, name, account))
      throw error
    }
  }

  return async ({ name, idParameter }: IdentityProvider, linked: Linked | 'ended') => {
    const { AccountId = '', RedirectUrl = null } = linked === 'ended' ? {} : linked
    const account = linked === 'ended' ? null : AccountId
    const refresh = () =>
      readAgain(() => loading.during([`refreshing-${name}`], () => readConnects(name, account)))
    if (!isCurrent()) return refresh()
    const destination = await returnTo.takeLink(RedirectUrl)
    if (destination?.kind === 'outside') {
      const url = new URL(destination.url)
      if (idParameter && AccountId !== '') url.searchParams.set(idParameter, AccountId)
      await leave(url.href)
    }
    await refresh()
    return follow(destination, paths.linkAccount)
  }
}
