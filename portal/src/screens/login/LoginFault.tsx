import { Trans, useLingui } from '@lingui/react/macro'
import { findErrorCode } from '@gatehouse/contract/errors'
import { paths } from '@gatehouse/contract/paths'
import { message } from '../../locales/message.ts'
import { Link } from '../../ui/Link.tsx'

/** A general error as a log-in shows it: an unconfirmed account gets the way to a new link. */
export function LoginFault({ fault }: { readonly fault: string }) {
  const { i18n } = useLingui()
  const code = findErrorCode(fault)
  if (code === 'ERROR_USER_CONFIRMED') {
    return (
      <>
        <Trans>You must confirm your email address</Trans>{' '}
        <Link to={paths.confirmEmailSend}>
          <Trans>Send a new confirmation link</Trans>
        </Link>
      </>
    )
  }
  return message(i18n, code === 'ERROR_USER_IP_BANNED' ? 'ERROR_USER_IP_BANNED_LOGIN' : fault)
}
