import type { ComponentProps } from 'react'
import type { ErrorCode } from '@gatehouse/contract/errors'
import { prepareCaptcha, passCaptcha } from '../../forms/captcha/captcha.ts'
import { Form } from '../../forms/submit/Form.tsx'
import { usePortal, useSettings } from '../../context/portal.ts'
import { lazyOptional } from '../../ui/feedback/lazyOptional.tsx'
import type { FieldError } from '../../forms/submit/mapFieldErrors.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { paths } from '@gatehouse/contract/routes'
import { Link } from '../../router/Link.tsx'
import type { Client } from '@gatehouse/client/client'
import { followSafety } from '../../forms/submit/followSafety.ts'
import { refusedItems } from '../../forms/submit/FormError.ts'
import { localStore } from '../../storage/localStore.ts'
import { useRouter } from '../../router/router.ts'

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
  const { goesBeyondSpecification, hasSecuritySection } = useSettings().rules
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
  if (error.code === ('ERROR_ACCOUNT_FROZEN' satisfies ErrorCode) && hasSecuritySection) {
    return (
      <>
        {error.words}{' '}
        <Link to={paths.accountSafetyAsk} query="?for=unfreeze">{t`Send me a new link`}</Link>
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

/** Sends name and password, opens the session and goes where the player was heading, or to the second step. */
export function useLogIn(): (
  api: Client,
  usernameOrEmail: string,
  password: string,
) => Promise<void> {
  const portal = usePortal()
  const { prefetch } = useRouter()
  return async (api, usernameOrEmail, password) => {
    const { configuration, returnTo, logIn } = portal
    // While the password is hashed. Most pages have done so before, when they were idle.
    prefetch(paths.account)
    const Token = await passCaptcha(portal, 'login')
    const bodyFor = (ClientId: string) => ({
      UsernameOrEmail: usernameOrEmail,
      Password: password,
      ClientId,
      RedirectUrl: returnTo.redirectUrl(),
      StudioName: configuration.RegisterStudioName,
      Token,
    })
    try {
      const { Created } = await returnTo.forClient((id) => api('logIn', { body: bodyFor(id) }))
      localStore.forget('lastWay')
      await portal.enter(Created)
    } catch (error) {
      if (followSafety(portal, error)) return
      const secondStep = refusedItems(error)?.[0]?.Step
      if (!secondStep) throw error
      localStore.forget('lastWay')
      logIn.awaitStep(secondStep)
      portal.go(paths.secondStep)
    }
  }
}
