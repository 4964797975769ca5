import type { ComponentProps } from 'react'
import type { ErrorCode } from '@gatehouse/contract/errors'
import { prepareCaptcha } from '../../forms/captcha/captcha.ts'
import { Form } from '../../forms/Form.tsx'
import { usePortal } from '../../session/portal.ts'
import type { Fault } from '../../forms/placeFaults.ts'
import { LoginFault } from './LoginFault.tsx'

const renamed: Readonly<Record<string, ErrorCode>> = {
  ERROR_USER_IP_BANNED: 'ERROR_USER_IP_BANNED_LOGIN',
}

const showFault = (fault: Fault) => <LoginFault fault={fault} />

/** A form of the log-in, with the words that are only said there, and its captcha. */
export function LoginForm(
  props: Omit<ComponentProps<typeof Form>, 'renamed' | 'showFault' | 'onUse'>,
) {
  const portal = usePortal()
  return (
    <Form {...props} renamed={renamed} showFault={showFault} onUse={() => prepareCaptcha(portal)} />
  )
}
