import { Trans, useLingui } from '@lingui/react/macro'
import type { AnswerOf } from '@gatehouse/contract/calls'
import { useId } from 'react'
import { useNotify } from '../../context/Place.tsx'
import { usePortal, useSettings } from '../../context/portal.ts'
import { scopeWords } from './scopeWords.ts'
import { dateIn } from '../../i18n/formats.ts'
import { isolate } from '../../i18n/isolate.ts'
import { Button } from '@gatehouse/ui/Button'
import { type ActionError, ActionErrors } from '../../ui/feedback/ActionErrors.tsx'
import { focusHeading } from '../../ui/focusHeading.ts'
import { Icon } from '@gatehouse/ui/Icon'
import { Isolated } from '../../ui/Isolated.tsx'
import rowStyles from '../../ui/Row.module.css'
import { useActions } from '../submit/useActions.ts'

type ConnectedClient = AnswerOf<'listSites'>['Sites'][number]

interface Props {
  readonly clients: readonly ConnectedClient[]
  readonly heading: 'h2' | 'h3'
  /** The site of this `ClientId` may no longer use the account. */
  readonly onWithdrawn: (ClientId: string) => void
}

/** The sites that use the account: third-party ones with their scopes, and the studio's own. */
export function ClientRows({ clients, heading, onWithdrawn }: Props) {
  const { t } = useLingui()
  const { session } = usePortal()
  const notify = useNotify()
  const { isBusy, errorsOf, act } = useActions<string>()

  const withdrawnWords = (Name: string) => t`${Name} can no longer use your account.`

  function withdraw({ ClientId, Name }: ConnectedClient) {
    act(ClientId, async () => {
      await session.api('withdrawSite', { body: { ClientId } })
      onWithdrawn(ClientId)
      notify(() => withdrawnWords(isolate(Name)))
      focusHeading()
    })
  }

  return (
    <ul>
      {clients.map((client) => (
        <ClientRow
          key={client.ClientId}
          client={client}
          heading={heading}
          isBusy={isBusy(client.ClientId)}
          refused={errorsOf(client.ClientId)}
          onWithdraw={() => withdraw(client)}
        />
      ))}
    </ul>
  )
}

interface RowProps {
  readonly client: ConnectedClient
  readonly heading: Props['heading']
  readonly isBusy: boolean
  readonly refused: readonly ActionError[]
  readonly onWithdraw: () => void
}

function ClientRow({ client, heading: Heading, isBusy, refused, onWithdraw }: RowProps) {
  const { i18n, t } = useLingui()
  const { configuration } = useSettings()
  const id = useId()
  const studio = <Isolated of={configuration.RegisterStudioName} />
  const day = dateIn(i18n.locale, client.GivenAt, { dateStyle: 'long' })
  return (
    <li className={rowStyles.row} aria-labelledby={id}>
      <div>
        <Heading id={id}>
          <Isolated of={client.Name} />
        </Heading>
        {client.IsOwn ? (
          <p>
            <Trans>Belongs to {studio}</Trans>
          </p>
        ) : (
          <>
            <p>{t`Since ${day}. It can:`}</p>
            <ul className="quiet">
              {client.Scopes.map((scope) => {
                const words = scopeWords[scope]
                return (
                  <li key={scope} className="marked">
                    <Icon name="done" />
                    <span>{words === undefined ? scope : i18n._(words)}</span>
                  </li>
                )
              })}
            </ul>
          </>
        )}
      </div>
      {!client.IsOwn && (
        <Button
          id={`${id}withdraw`}
          look="secondary"
          isBusy={isBusy}
          aria-labelledby={`${id}withdraw ${id}`}
          onClick={onWithdraw}
        >
          <Trans>Withdraw</Trans>
        </Button>
      )}
      <ActionErrors errors={refused} />
    </li>
  )
}
