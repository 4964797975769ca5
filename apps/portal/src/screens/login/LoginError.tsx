import { Trans, useLingui } from '@lingui/react/macro'
import type { ErrorCode } from '@gatehouse/contract/errors'
import { paths } from '@gatehouse/contract/routes'
import { useSettings } from '../../context/portal.ts'
import type { FieldError } from '../../forms/submit/mapFieldErrors.ts'
import { Link } from '../../router/Link.tsx'
import { SendLinkAgain } from './SendLinkAgain.tsx'

/**
 * An error of a log-in: an unconfirmed account gets the way to a new link. Where no answer may say that it
 * is unconfirmed, every wrong password gets that way, but in a browser that has been in the account. A frozen
 * account gets the way to its mail.
 */
export function LoginError({ error }: { readonly error: FieldError }) {
  const { t } = useLingui()
  const { goesBeyondSpecification, hasSecuritySection } = useSettings().rules
  if (error.code === ('ERROR_USER_CONFIRMED' satisfies ErrorCode)) {
    return (
      <>
        <Trans>You must confirm your email address</Trans>{' '}
        <Link to={paths.confirmEmailSend}>{t`Send a new confirmation link`}</Link>
      </>
    )
  }
  if (error.code === ('ERROR_ACCOUNT_FROZEN' satisfies ErrorCode)) {
    if (!hasSecuritySection) return error.words
    return (
      <>
        {error.words}{' '}
        <Link to={paths.accountSafetyAsk} query="?for=unfreeze">{t`Send me a new link`}</Link>
      </>
    )
  }
  if (error.isKnown) return t`That password is not right.`
  if (!goesBeyondSpecification) return error.words
  return (
    <>
      <Trans>Check your password, or confirm your email first. We can send the link again.</Trans>
      <SendLinkAgain />
    </>
  )
}
