import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { paths } from '@gatehouse/contract/routes'
import type { ServerPageProps } from '@gatehouse/contract/serverPages'
import formStyles from '../../forms/submit/Form.module.css'
import { isolate } from '../../i18n/isolate.ts'
import { Button } from '@gatehouse/ui/Button'
import { Scopes } from './Scopes.tsx'
import type { PageContext, ServerPage } from './serverPage.ts'
import { Isolated } from '../../ui/Isolated.tsx'

/** Asks a player whether a client may know what it asks for. */
export const consentPage: ServerPage<'consent'> = {
  title: ({ clientName: name }) => titleWith(isolate(name)),
  content: (props, context) => <Consent {...props} {...context} />,
  Footer: () => (
    <a href={paths.connectedSites}>
      <Trans>Connected sites</Trans>
    </a>
  ),
}

const titleWith = (clientName: string) => msg`Log in to ${clientName}`

function Consent(props: ServerPageProps['consent'] & PageContext) {
  const { t } = useLingui()
  const { title, scopes, action } = props
  const clientName = <Isolated of={props.clientName} />
  const host = <Isolated dir="ltr" of={props.host} />
  const studio = <Isolated of={props.studio} />
  const username = <Isolated of={props.username} />
  return (
    <>
      <h1>{title}</h1>
      <p>
        <Trans>
          {clientName} ({host}) wants to use your {studio} account, {username}. It will be able to:
        </Trans>
      </p>
      <Scopes scopes={scopes} />
      <p className="quiet">
        {props.hasPassword && <Trans>{clientName} never sees your password.</Trans>}{' '}
        {props.isAskedAgain ? (
          <Trans>
            We ask each time, since other programs on your device could pretend to be {clientName}.
          </Trans>
        ) : (
          <Trans>We ask you once, and you can take it back whenever you like.</Trans>
        )}
      </p>
      <form method="post" action={action}>
        <div className={`acts ${formStyles.actions}`}>
          <Button type="submit" name="answer" value="allow">{t`Allow`}</Button>
          <Button type="submit" look="secondary" name="answer" value="refuse">{t`Refuse`}</Button>
        </div>
      </form>
    </>
  )
}
