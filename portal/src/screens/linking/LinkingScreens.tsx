import { Trans } from '@lingui/react/macro'
import { type Path, paths } from '@gatehouse/contract/paths'
import { useRef } from 'react'
import { partnerSlug } from '@gatehouse/contract/display'
import { useQuery, useRouter, usePath } from '../../routing/router.ts'
import { refuse } from '../../forms/refusal.ts'
import { ActOnLoad } from '../../session/ActOnLoad.tsx'
import { asksFirst } from '../../session/asksFirst.ts'
import { leave } from '../../session/leave.ts'
import { type Linked, type Platform, platforms } from '../../session/platforms.ts'
import { type Portal, usePortal, useSession } from '../../session/portal.ts'
import { useActOnce } from '../../session/useActOnce.ts'
import { wasLost } from '../../session/wasLost.ts'
import { Progress } from '../../ui/Progress.tsx'

/*
 * The blank screens between a player and a service. Each does its work once and is then replaced in
 * the history, so that Back never repeats it and no code of a service stays behind.
 */

type Query = Readonly<Record<string, string>>

/** Sends the player to the service. */
export function LinkScreen() {
  const portal = usePortal()
  const { path, platform } = usePlatform()
  const { title } = platform

  async function link() {
    await leave(await platform.authorize(portal, portal.returnTo.linkRedirectUrl()))
  }

  return (
    <ActOnLoad
      cause={path}
      act={() => void link().catch((error: unknown) => portal.fail(error, { replace: true }))}
      asks={asksFirst(portal, path)}
      question={<Trans>Link your {title} account?</Trans>}
    />
  )
}

/** Unlinks as soon as there is a token, and again for another one. */
export function UnlinkScreen() {
  const portal = usePortal()
  const { token } = useSession()
  const { path, platform } = usePlatform()
  const goOn = useGoOn()
  const isAtWork = useRef(false)
  const { title } = platform

  async function unlink() {
    // Work that is under way when the token is renewed goes on with the new one by itself.
    if (isAtWork.current) return
    isAtWork.current = true
    try {
      await platform.end(portal)
      await goOn()
    } catch (error) {
      portal.fail(error, { replace: true })
    }
    isAtWork.current = false
  }

  return (
    <ActOnLoad
      cause={token?.Value ?? ''}
      act={() => void unlink()}
      asks={asksFirst(portal, path)}
      question={<Trans>Unlink your {title} account?</Trans>}
    />
  )
}

/** The way back from a service: makes the link of what its query brought. */
export function CallbackScreen() {
  const { platform } = usePlatform()
  return <Completion platform={platform} complete={platform.complete} />
}

/** The way back from a partner's service, which has linked Steam for us. */
export function PartnerServiceCallback() {
  return <Completion platform={platforms.steam} complete={completeAtPartner} />
}

/** The address says only that it went well: whose account it is, the partner's service tells. */
async function completeAtPartner({ session, configuration }: Portal, { result }: Query) {
  if (result !== 'SUCCESS') refuse('Error on callback relic steam link.')
  const path = { partner: partnerSlug(configuration.PartnerName) }
  const { IdSteam } = await session.api('partnerLinkedAccounts', { path })
  if (!IdSteam) refuse('Error on get linked relic.')
  return session.api('steamRelicCallback', { body: { IdSteam } })
}

interface CompletionProps {
  readonly platform: Platform
  readonly complete: Platform['complete']
}

function Completion({ platform, complete }: CompletionProps) {
  const portal = usePortal()
  const query = useQuery()
  const goOn = useGoOn()

  async function act() {
    try {
      await goOn(platform, await complete(portal, query))
    } catch (error) {
      if (!wasLost(error)) {
        // The service's code is spent: another try begins where accounts are linked.
        portal.returnTo.forgetLink()
        portal.visit.note({ retry: paths.linkAccount })
      }
      portal.fail(error, { replace: true })
    }
  }

  // A service's code works once, whatever becomes of the token meanwhile.
  useActOnce(JSON.stringify(query), () => void act())
  return <Progress />
}

/** Which service a screen is for, by its path. */
function usePlatform(): { readonly path: Path; readonly platform: Platform } {
  const path = usePath() as Path
  const platform = Object.values(platforms).find(({ link, unlink, callback }) =>
    [link, unlink, callback].includes(path),
  )
  if (platform === undefined) throw new Error(`${path} links nothing.`)
  return { path, platform }
}

/**
 * Goes where the linking was asked from, telling a site of another which account it was; without
 * such a place to the connections, as they are now.
 */
function useGoOn() {
  const { returnTo, session, go } = usePortal()
  const { navigate } = useRouter()
  return async (platform?: Platform, { AccountId = '', RedirectUrl = null }: Linked = {}) => {
    const destination = await returnTo.takeLink(RedirectUrl)
    if (destination?.kind === 'outside') {
      const url = new URL(destination.url)
      if (platform?.idParameter && AccountId !== '') {
        url.searchParams.set(platform.idParameter, AccountId)
      }
      await leave(url.href)
    }
    await session.load()
    if (destination?.kind === 'inside') await navigate(destination.path, { replace: true })
    else go(paths.linkAccount, { replace: true })
  }
}
