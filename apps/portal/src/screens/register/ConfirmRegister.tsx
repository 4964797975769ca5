import { Trans, useLingui } from '@lingui/react/macro'
import { paths } from '@gatehouse/contract/routes'
import { useEffect } from 'react'
import { usePortal, useSession } from '../../context/portal.ts'
import { MailSent } from '../../forms/mail/MailSent.tsx'
import { identityCookie } from '../../session/identityCookie.ts'
import { sentMail } from '../../forms/mail/sentMail.ts'
import { Link } from '../../router/Link.tsx'
import { focusOnce } from '../../ui/focusHeading.ts'
import { LinkButton } from '../../ui/LinkButton.tsx'

export function ConfirmRegister() {
  const { t } = useLingui()
  const { registration, rules } = usePortal()
  const isConfirmed = useConfirmedElsewhere() && rules.goesBeyondSpecification
  if (isConfirmed) return <ConfirmedElsewhere />
  return (
    <MailSent
      purpose="confirmation"
      intro={<h1>{t`Check your mailbox for your confirmation link`}</h1>}
      help={
        <>
          {rules.goesBeyondSpecification ? (
            <Trans>Open the link and you are in.</Trans>
          ) : (
            <Trans>Open the link, then log in.</Trans>
          )}{' '}
          <Trans>Nothing there after a minute? Have a look in your spam folder.</Trans>
        </>
      }
      send={(api, Email) => api('sendConfirmationEmail', { body: { Email } })}
      renderInstead={(isKnown) =>
        isKnown ? (
          <Link to={paths.register} onClick={registration.takeKeyBack}>
            <Trans>Wrong address? Register again with the right one</Trans>
          </Link>
        ) : (
          <Link to={paths.confirmEmailSend}>{t`Send a new link`}</Link>
        )
      }
    />
  )
}

/** True once the account that waits here is signed in: its link was opened in another tab. */
function useConfirmedElsewhere(): boolean {
  const { session } = usePortal()
  const { user } = useSession()
  const waiting = sentMail.read('confirmation')?.address
  useEffect(() => {
    function look() {
      const isMissed = session.read().token === null && identityCookie.read() !== null
      if (!document.hidden && isMissed) void session.join()
    }
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [session])
  return user !== null && user.Email.toLowerCase() === waiting?.toLowerCase()
}

function ConfirmedElsewhere() {
  const { t } = useLingui()
  return (
    <>
      <h1 tabIndex={-1} ref={focusOnce}>{t`Your email is confirmed.`}</h1>
      <p>
        <Trans>You confirmed it in another tab. You are in.</Trans>
      </p>
      <LinkButton to={paths.welcome}>{t`Go on`}</LinkButton>
    </>
  )
}
