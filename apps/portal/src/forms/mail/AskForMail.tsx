import type { Client } from '@gatehouse/client/client'
import { Trans, useLingui } from '@lingui/react/macro'
import { emailError } from '@gatehouse/contract/fields'
import type { Path } from '@gatehouse/contract/routes'
import { usePortal } from '../../context/portal.ts'
import { TextField } from '../fields/TextField.tsx'
import { Form } from '../submit/Form.tsx'
import { requireFilled } from '../submit/requireFilled.ts'
import { type MailPurpose, sentMail } from './sentMail.ts'

interface Props {
  readonly name: string
  readonly purpose: MailPurpose
  /** The address that the field begins with. */
  readonly address: string
  readonly hint: string
  readonly send: (api: Client, address: string) => Promise<unknown>
  /** The screen that says that the mail was sent. */
  readonly next: Path
}

/** Asks for the address that a mail goes to, and sends it. */
export function AskForMail({ name, purpose, address, hint, send, next }: Props) {
  const { go } = usePortal()
  const { t } = useLingui()
  return (
    <Form
      name={name}
      submitLabel={<Trans>Send</Trans>}
      onSubmit={async ({ values, api }) => {
        requireFilled(values, 'Email')
        const address = values.text('Email')
        await send(api, address)
        sentMail.note(purpose, address)
        go(next)
      }}
    >
      <TextField
        name="Email"
        kind="address"
        label={t`Email`}
        check={emailError}
        hint={hint}
        defaultValue={address}
        type="email"
        autoComplete="email"
        inputMode="email"
        enterKeyHint="send"
      />
    </Form>
  )
}
