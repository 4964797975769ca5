import { Trans, useLingui } from '@lingui/react/macro'
import type { AnswerOf } from '@gatehouse/contract/calls'
import { useId } from 'react'
import { usePortal, useSettings } from '../../context/portal.ts'
import { scopeWords } from './scopeWords.ts'
import { dateIn } from '../../i18n/formats.ts'
import { isolate } from '../../i18n/isolate.ts'
import { Button } from '../../ui/Button.tsx'
import { ActionErrors } from '../../ui/feedback/ActionErrors.tsx'
import { focusHeading } from '../../ui/focusHeading.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Isolated } from '../../ui/Isolated.tsx'
import rowStyles from '../../ui/Row.module.css'
import { useActions } from '../submit/useActions.ts'

export type Site = AnswerOf<'listSites'>['Sites'][number]

interface Props {
  readonly sites: readonly Site[]
  readonly heading: 'h2' | 'h3'
  /** The site of this `ClientId` may no longer use the account. */
  readonly onWithdrawn: (ClientId: string) => void
}

/** The sites that use the account: those of others with what they may, and the studio's own. */
export function SiteRows({ sites, heading, onWithdrawn }: Props) {
  const { t } = useLingui()
  const { session, say } = usePortal()
  const { isBusy, errorsOf, act } = useActions<string>()

  const withdrawnWords = (Name: string) => t`${Name} can no longer use your account.`

  function withdraw({ ClientId, Name }: Site) {
    act(ClientId, async () => {
      await session.api('withdrawSite', { body: { ClientId } })
      onWithdrawn(ClientId)
      say(withdrawnWords(isolate(Name)))
      focusHeading()
    })
  }

  return (
    <ul>
      {sites.map((site) => (
        <SiteRow
          key={site.ClientId}
          site={site}
          heading={heading}
          isBusy={isBusy(site.ClientId)}
          refused={errorsOf(site.ClientId)}
          onWithdraw={() => withdraw(site)}
        />
      ))}
    </ul>
  )
}

interface RowProps {
  readonly site: Site
  readonly heading: Props['heading']
  readonly isBusy: boolean
  readonly refused: readonly string[]
  readonly onWithdraw: () => void
}

function SiteRow({ site, heading: Heading, isBusy, refused, onWithdraw }: RowProps) {
  const { i18n } = useLingui()
  const { configuration } = useSettings()
  const id = useId()
  const studio = <Isolated of={configuration.RegisterStudioName} />
  const day = dateIn(i18n.locale, site.GivenAt, { dateStyle: 'long', timeZone: 'UTC' })
  return (
    <li className={rowStyles.row} aria-labelledby={id}>
      <Heading id={id}>
        <Isolated of={site.Name} />
      </Heading>
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
          <ActionErrors errors={refused} />
        </>
      )}
    </li>
  )
}
