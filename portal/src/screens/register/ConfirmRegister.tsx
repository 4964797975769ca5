import { Trans, useLingui } from '@lingui/react/macro'
import { paths } from '@gatehouse/contract/routes'
import { usePortal } from '../../context/portal.ts'
import { MailSent } from '../../forms/mail/MailSent.tsx'
import { Link } from '../../router/Link.tsx'

export function ConfirmRegister() {
  const { t } = useLingui()
  const { pageState } = usePortal()
  // The corrected form uses the same access key again.
  const takeKeyBack = () =>
    pageState.update({ accessKey: pageState.current.registered?.accessKey ?? '' })
  return (
    <MailSent
      purpose="confirmation"
      intro={<h1>{t`Check your mailbox for your confirmation link`}</h1>}
      help={
        <Trans>
          Open the link and you are in. Nothing there after a minute? Have a look in your spam
          folder.
        </Trans>
      }
      send={(api, Email) => api('sendConfirmationEmail', { body: { Email } })}
      renderInstead={(isKnown) =>
        isKnown ? (
          <Link to={paths.register} onClick={takeKeyBack}>
            <Trans>Wrong address? Register again with the right one</Trans>
          </Link>
        ) : (
          <Link to={paths.confirmEmailSend}>{t`Send a new link`}</Link>
        )
      }
    />
  )
}
