import type { ComponentProps } from 'react'
import type { ErrorCode } from '@gatehouse/contract/errors'
import { Form } from '../../forms/Form.tsx'
import { LoginFault } from './LoginFault.tsx'

const renamed: Readonly<Record<string, ErrorCode>> = {
  ERROR_USER_IP_BANNED: 'ERROR_USER_IP_BANNED_LOGIN',
}

/** A form of the log-in, with the words that are only said there. */
export function LoginForm(props: Omit<ComponentProps<typeof Form>, 'renamed' | 'showFault'>) {
  return <Form {...props} renamed={renamed} showFault={(fault) => <LoginFault fault={fault} />} />
}
