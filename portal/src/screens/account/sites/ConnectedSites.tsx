import { Trans, useLingui } from '@lingui/react/macro'
import type { AnswerOf } from '@gatehouse/contract/calls'
import { useId } from 'react'
import { dateIn } from '../../../i18n/formats.ts'
import { isolate } from '../../../i18n/isolate.ts'
import { usePortal } from '../../../context/portal.ts'
import { scopeWords } from '../../../context/scopeWords.ts'
import { useRefusable } from '../../../forms/submit/useRefusable.ts'
import { Button } from '../../../ui/Button.tsx'
import { focusHeading } from '../../../ui/focusHeading.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { useLoaded } from '../../../ui/useLoaded.ts'
import { Empty } from '../../../ui/feedback/Empty.tsx'
import { Refused } from '../../../ui/feedback/Refused.tsx'
import rowStyles from '../../../ui/Row.module.css'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { Isolated } from '../../../ui/Isolated.tsx'

type Site = AnswerOf<'listSites'>['Sites'][number]

/**
 * The sites of others that use the account with the player's consent, and the way to end that; also the
 * studio's own where the player is signed in.
 */
export function ConnectedSites() {
  const { t } = useLingui()
  const { session, fail, say } = usePortal()
  const [sites, setSites] = useLoaded(
    async () => (await session.api('listSites', {})).Sites,
    (error) => fail(error, { replace: true, canRetry: true }),
  )
  const { isBusy, wordsAt, act } = useRefusable<string>()

  const withdrawnWords = (Name: string) => t`${Name} can no longer use your account.`

  function withdraw({ ClientId, Name }: Site) {
    // Pressed again it would say the same.
    if (isBusy(ClientId)) return
    act(ClientId, async () => {
      await session.api('withdrawSite', { body: { ClientId } })
      setSites((all) => all.filter((site) => site.ClientId !== ClientId))
      say(withdrawnWords(isolate(Name)))
      focusHeading()
    })
  }

  return (
    <>
      <h1 tabIndex={-1}>
        <Trans>Connected sites</Trans>
      </h1>
      <p>
        <Trans>
          Sites that you signed in to with this account. Those of others know only what it says
          below.
        </Trans>
      </p>
      {sites === null ? (
        <Skeleton />
      ) : sites.length === 0 ? (
        <Empty drawing="doors">
          <Trans>You have let no site use your account.</Trans>
        </Empty>
      ) : (
        <ul>
          {sites.map((site) => (
            <SiteRow
              key={site.ClientId}
              site={site}
              isBusy={isBusy(site.ClientId)}
              refused={wordsAt(site.ClientId)}
              onWithdraw={() => withdraw(site)}
            />
          ))}
        </ul>
      )}
    </>
  )
}

interface RowProps {
  readonly site: Site
  readonly isBusy: boolean
  readonly refused: readonly string[]
  readonly onWithdraw: () => void
}

function SiteRow({ site, isBusy, refused, onWithdraw }: RowProps) {
  const { i18n } = useLingui()
  const { configuration } = usePortal()
  const id = useId()
  const studio = <Isolated of={configuration.RegisterStudioName} />
  const day = dateIn(i18n.locale, site.GivenAt, { dateStyle: 'long', timeZone: 'UTC' })
  return (
    <li className={rowStyles.row} aria-labelledby={id}>
      <h2 id={id}>
        <Isolated of={site.Name} />
      </h2>
      {site.IsOwn ? (
        <p>
          <Trans>Belongs to {studio}</Trans>
        </p>
      ) : (
        <>
          <p>
            <Trans>Since {day}. It can:</Trans>
          </p>
          <ul className={rowStyles.marked}>
            {site.Scopes.map((scope) => {
              const words = scopeWords[scope]
              return (
                <li key={scope}>
                  <Icon name="done" />
                  <span>{words === undefined ? scope : i18n._(words)}</span>
                </li>
              )
            })}
          </ul>
          <Button look="secondary" isBusy={isBusy} aria-describedby={id} onClick={onWithdraw}>
            <Trans>Withdraw</Trans>
          </Button>
          <Refused words={refused} />
        </>
      )}
    </li>
  )
}
