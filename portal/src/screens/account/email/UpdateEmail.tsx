import { Trans, useLingui } from '@lingui/react/macro'
import { maskEmail } from '@gatehouse/contract/display'
import { paths } from '@gatehouse/contract/routes'
import { useState } from 'react'
import { blockEvent } from '../../../forms/fields/blockEvent.ts'
import { Form } from '../../../forms/submit/Form.tsx'
import { TextField } from '../../../forms/fields/TextField.tsx'
import { useReauthentication } from '../../../forms/reauthentication/useReauthentication.tsx'
import { usePortal, useSession } from '../../../context/portal.ts'
import { Link } from '../../../ui/Link.tsx'
import { LinkButton } from '../../../ui/LinkButton.tsx'

/** Asks for a new address. It becomes the account's when the link of its mail is followed. */
export function UpdateEmail() {
  const { session } = usePortal()
  const { user } = useSession()
  const { t } = useLingui()
  const { withReauthentication, dialog } = useReauthentication()
  const [sentTo, setSentTo] = useState<string | null>(null)
  if (user === null) return null
  if (sentTo !== null) return <Sent to={sentTo} />
  const current = maskEmail(user.Email)

  return (
    <>
      <h1>
        <Trans>Update your email</Trans>
      </h1>
      <p>
        <Trans>Your account keeps {current} until the new address is confirmed.</Trans>
      </p>
      <Form
        name="update-email"
        submitLabel={<Trans>Confirm</Trans>}
        onSubmit={async ({ values }) => {
          const Email = values.text('Email')
          const body = { Email, ConfirmEmail: values.text('ConfirmEmail') }
          await withReauthentication(() =>
            session.api('updateEmail', { path: { userId: user.Id }, body }),
          )
          await session.load()
          setSentTo(Email)
        }}
      >
        <TextField
          name="Email"
          label={t`New email`}
          type="email"
          autoComplete="email"
          inputMode="email"
          enterKeyHint="next"
        />
        <TextField
          name="ConfirmEmail"
          label={t`Confirm email`}
          hint={t`Please type it once more.`}
          type="email"
          autoComplete="email"
          inputMode="email"
          enterKeyHint="go"
          onCopy={blockEvent}
          onCut={blockEvent}
          onPaste={blockEvent}
          onDrop={blockEvent}
        />
      </Form>
      {dialog}
      <p>
        <Link to={paths.account}>
          <Trans>Return to my account</Trans>
        </Link>
      </p>
    </>
  )
}

/** Once, when the element appears: the same function at every rendering. */
const focus = (element: HTMLElement | null) => element?.focus()

function Sent({ to }: { readonly to: string }) {
  return (
    <>
      <h1 tabIndex={-1} ref={focus}>
        <Trans>Check your mailbox for your confirmation link</Trans>
      </h1>
      <p>
        <Trans>
          It was sent to {to} and works for one day. Your old address gets a mail too, with which
          the change can be undone.
        </Trans>
      </p>
      <div>
        <LinkButton to={paths.account}>
          <Trans>Return to my account</Trans>
        </LinkButton>
      </div>
    </>
  )
}
