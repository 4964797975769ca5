import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ServerPageProps } from '@gatehouse/contract/serverPages'
import formStyles from '../../forms/submit/Form.module.css'
import { Button } from '@gatehouse/ui/Button'
import type { PageContext, ServerPage } from './serverPage.ts'
import { Isolated } from '../../ui/Isolated.tsx'

/** Asks whether the player wants to log out, as a client has asked. */
export const logOutPage: ServerPage<'log-out'> = {
  title: () => msg`Log out`,
  content: (props, context) => <ClientLogOut {...props} {...context} />,
}

/** Presses the button of the page. */
export const logOutScript = `document.querySelector('[name=logout]').click()`

function ClientLogOut({
  title,
  clientName,
  action,
  xsrf,
  isRefused,
}: ServerPageProps['log-out'] & PageContext) {
  const { t } = useLingui()
  const client = clientName === null ? t`A site` : <Isolated of={clientName} />
  return (
    <>
      <h1>{title}</h1>
      {isRefused && (
        <p>
          <Trans>This link is not valid: it does not show which site sent you.</Trans>
        </p>
      )}
      <p>
        <Trans>
          {client} asks to log you out, here and at every site that you have logged in to with this
          account.
        </Trans>
      </p>
      <form id="op.logoutForm" method="post" action={action}>
        <input type="hidden" name="xsrf" value={xsrf} />
        <div className={`acts ${formStyles.actions}`}>
          <Button type="submit" name="logout" value="yes">{t`Log out`}</Button>
          <Button type="submit" look="secondary">{t`Stay logged in`}</Button>
        </div>
      </form>
    </>
  )
}
