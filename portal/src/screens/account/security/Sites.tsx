import { Trans, useLingui } from '@lingui/react/macro'
import type { AnswerOf } from '@gatehouse/contract/calls'
import { useId } from 'react'
import { usePortal } from '../../../context/portal.ts'
import { scopeWords } from '../../../context/scopeWords.ts'
import { dateIn } from '../../../i18n/formats.ts'
import { isolate } from '../../../i18n/isolate.ts'
import { useRefusable } from '../../../forms/submit/useRefusable.ts'
import { Button } from '../../../ui/Button.tsx'
import { focusHeading } from '../../../ui/focusHeading.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { Isolated } from '../../../ui/Isolated.tsx'
import { Refused } from '../../../ui/feedback/Refused.tsx'
import rowStyles from '../../../ui/Row.module.css'
import { Loaded } from './Loaded.tsx'
import { Section } from './Section.tsx'
import { useRead } from './useRead.ts'

type Site = AnswerOf<'listSites'>['Sites'][number]

/** The sites that use the account: those of others with what they may, and the studio's own. */
export function Sites() {
  const { t } = useLingui()
  const { session, say } = usePortal()
  const read = useRead(async () => (await session.api('listSites', {})).Sites)
  const { isBusy, wordsAt, act } = useRefusable<string>()

  function withdraw({ ClientId, Name }: Site) {
    if (isBusy(ClientId)) return
    act(ClientId, async () => {
      await session.api('withdrawSite', { body: { ClientId } })
      read.change((all) => all.filter((site) => site.ClientId !== ClientId))
      say(t`${{ Name: isolate(Name) }} can no longer use your account.`)
      focusHeading()
    })
  }

  return (
    <Section title={<Trans>Connected sites</Trans>}>
      <Loaded read={read}>
        {(sites) =>
          sites.length === 0 ? (
            <p>
              <Trans>You have let no site use your account.</Trans>
            </p>
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
          )
        }
      </Loaded>
    </Section>
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
      <h3 id={id}>
        <Isolated of={site.Name} />
      </h3>
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
