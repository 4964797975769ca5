import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { paths } from '@gatehouse/contract/routes'
import type { ServerPageProps } from '@gatehouse/contract/serverPages'
import formStyles from '../../forms/submit/Form.module.css'
import { Isolated } from '../../ui/Isolated.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import type { PageContext, ServerPage } from './serverPage.ts'

/** The log-in for a site took too long, or began in another browser: the player starts there again. */
export const interruptedPage: ServerPage<'interrupted'> = {
  title: () => msg`This page was open for too long`,
  content: (props, context) => <Interrupted {...props} {...context} />,
}

function Interrupted({
  title,
  clientName,
  site,
  isLoggedIn,
}: ServerPageProps['interrupted'] & PageContext) {
  const { t } = useLingui()
  const client = clientName === null ? t`A site` : <Isolated of={clientName} />
  return (
    <>
      <h1>{title}</h1>
      <p>
        {isLoggedIn && <Trans>You are logged in.</Trans>}{' '}
        <Trans>{client} no longer waits for you: please log in there once more.</Trans>
      </p>
      <div className={`acts ${formStyles.actions}`}>
        {site !== null && (
          <LinkButton href={site}>
            <Trans>Go to {client}</Trans>
          </LinkButton>
        )}
        <LinkButton
          href={isLoggedIn ? paths.account : paths.home}
          look={site === null ? 'primary' : 'secondary'}
        >
          {isLoggedIn ? t`Go to your account` : t`Return to Home`}
        </LinkButton>
      </div>
    </>
  )
}
