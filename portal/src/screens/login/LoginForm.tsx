import type { ComponentProps } from 'react'
import type { ErrorCode } from '@gatehouse/contract/errors'
import { prepareCaptcha } from '../../forms/captcha/captcha.ts'
import { Form } from '../../forms/submit/Form.tsx'
import { usePortal } from '../../context/portal.ts'
import type { FieldError } from '../../forms/submit/mapFieldErrors.ts'
import { LoginErrorNotice } from './LoginErrorNotice.tsx'

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
    <Form {...props} renamed={renamed} showError={showError} onUse={() => prepareCaptcha(portal)} />
  )
}
