import type { ComponentProps } from 'react'
import type { ErrorCode } from '@gatehouse/contract/errors'
import { prepareCaptcha } from '../../forms/captcha/captcha.ts'
import { Form } from '../../forms/submit/Form.tsx'
import { usePortal, useSettings } from '../../context/portal.ts'
import { lazyOptional } from '../../ui/feedback/lazyOptional.tsx'
import type { FieldError } from '../../forms/submit/mapFieldErrors.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { paths } from '@gatehouse/contract/routes'
import { Link } from '../../router/Link.tsx'

const renamed: Readonly<Record<string, ErrorCode>> = {
  ERROR_USER_IP_BANNED: 'ERROR_USER_IP_BANNED_LOGIN',
}

const showError = (error: FieldError) => <LoginErrorNotice error={error} />

/** A form of the log-in, with the words that are only said there, and its captcha. */
export function LoginForm(
  props: Omit<ComponentProps<typeof Form>, 'renamed' | 'showError' | 'onUse'>,
) {
  const portal = usePortal()
  return (
    <Form
      {...props}
      renamed={renamed}
      showError={showError}
      // Most players type their password right at the second try.
      offersCodeFrom={2}
      onUse={() => prepareCaptcha(portal)}
    />
  )
}

// Few log-ins are refused.
const SendLinkAgain = lazyOptional(async () => (await import('./SendLinkAgain.tsx')).SendLinkAgain)

/**
 * An error of a log-in: an unconfirmed account gets the way to a new link. Where no answer may say that it
 * is unconfirmed, every wrong password gets that way, but in a browser that has been in the account.
 */
function LoginErrorNotice({ error }: { readonly error: FieldError }) {
  const { t } = useLingui()
  const { goesBeyondSpecification } = useSettings().rules
  const isWrong = error.code === ('ERROR_USERNAME_PASSWORD_INCORRECT' satisfies ErrorCode)
  if (isWrong && error.isKnown) return t`That password is not right.`
  if (isWrong && goesBeyondSpecification) {
    return (
      <>
        <Trans>Check your password, or confirm your email first. We can send the link again.</Trans>
        <SendLinkAgain />
      </>
    )
  }
  if (error.code !== ('ERROR_USER_CONFIRMED' satisfies ErrorCode)) return error.words
  return (
    <>
      <Trans>You must confirm your email address</Trans>{' '}
      <Link to={paths.confirmEmailSend}>{t`Send a new confirmation link`}</Link>
    </>
  )
}
