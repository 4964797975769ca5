import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { paths, sitesPath } from '@gatehouse/contract/routes'
import type { ServerPageProps } from '@gatehouse/contract/serverPages'
import formStyles from '../../forms/submit/Form.module.css'
import { dateIn } from '../../i18n/formats.ts'
import { Button } from '@gatehouse/ui/Button'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { Scopes } from './Scopes.tsx'
import type { PageContext, ServerPage } from './serverPage.ts'
import { Isolated } from '../../ui/Isolated.tsx'

/** Shows a player which clients have access to the account, and takes that back. */
export const connectedClientsPage: ServerPage<'connected-clients'> = {
  title: () => msg`Connected sites`,
  content: (props, context) => <ConnectedClients {...props} {...context} />,
}

type Props = ServerPageProps['connected-clients']

function ConnectedClients({ title, username: name, player, clients }: Props & PageContext) {
  const { t } = useLingui()
  const username = <Isolated of={name} />
  return (
    <>
      <h1>{title}</h1>
      <p>
        {clients.length === 0 ? (
          <Trans>
            No other site can use your account, {username}. Our own sites need no permission.
          </Trans>
        ) : (
          <Trans>
            You log in to these sites with your account, {username}. Withdraw one, and it logs you
            out and asks again next time.
          </Trans>
        )}
      </p>
      {clients.length > 0 && (
        <ul className="stack sites">
          {clients.map((client) => (
            <ConnectedClient key={client.clientId} player={player} {...client} />
          ))}
        </ul>
      )}
      <div className={`acts ${formStyles.actions}`}>
        <LinkButton href={paths.account} look="secondary">{t`My account`}</LinkButton>
      </div>
    </>
  )
}

type Client = Props['clients'][number] & Pick<Props, 'player'>

function ConnectedClient({ clientId, name, scopes, givenAt, player }: Client) {
  const { t, i18n } = useLingui()
  const day = dateIn(i18n.locale, givenAt, { dateStyle: 'long', timeZone: 'UTC' })
  return (
    <li className="acts apart">
      <div className="grows">
        <h2>
          <Isolated of={name} />
        </h2>
        <p className="quiet">{t`Since ${day}. It can:`}</p>
        <Scopes scopes={scopes} />
      </div>
      <form method="post" action={sitesPath}>
        <input type="hidden" name="player" value={player} />
        <Button
          type="submit"
          look="secondary"
          name="site"
          value={clientId}
          aria-label={t`Withdraw from ${name}`}
        >
          <Trans>Withdraw</Trans>
        </Button>
      </form>
    </li>
  )
}
