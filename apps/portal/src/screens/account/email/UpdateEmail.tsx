import type { Client } from '@gatehouse/client/client'
import { Trans, useLingui } from '@lingui/react/macro'
import { maskEmail } from '@gatehouse/contract/display'
import { paths } from '@gatehouse/contract/routes'
import { useState } from 'react'
import { EmailPair } from '../../../forms/fields/EmailPair.tsx'
import { Form } from '../../../forms/submit/Form.tsx'
import { requireFilled } from '../../../forms/submit/requireFilled.ts'
import { useReauthentication } from '../../../forms/reauthentication/useReauthentication.tsx'
import { accountWordings } from '../../../context/accountWording.ts'
import { usePortal, useSession } from '../../../context/portal.ts'
import { useWording } from '../../../context/useWording.ts'
import { sentMail } from '../../../forms/mail/sentMail.ts'
import { SendAgain } from '../../../forms/mail/SendAgain.tsx'
import { Button } from '@gatehouse/ui/Button'
import { Link } from '../../../router/Link.tsx'
import { LinkButton } from '../../../ui/LinkButton.tsx'
import { focusOnce } from '../../../ui/focusHeading.ts'
import { Isolated } from '../../../ui/Isolated.tsx'
import { readAgain } from '../../../ui/readAgain.ts'

/** Asks for a new address. It becomes the account's when the link of its mail is followed. */
export function UpdateEmail() {
  const { session } = usePortal()
  const { user } = useSession()
  const { t } = useLingui()
  const word = useWording()
  const { withReauthentication, dialog } = useReauthentication()
  const [isSent, setSent] = useState(false)
  if (user === null) return null
  const ask = (api: Client, Email: string, ConfirmEmail: string) =>
    withReauthentication(() =>
      api('updateEmail', { path: { userId: user.Id }, body: { Email, ConfirmEmail } }),
    )
  if (isSent) {
    return (
      <>
        <Sent send={(email) => ask(session.api, email, email)} onCorrect={() => setSent(false)} />
        {dialog}
      </>
    )
  }
  const current = maskEmail(user.Email)

  return (
    <>
      <h1>{word(accountWordings.changeEmail)}</h1>
      <p>{t`You keep ${current} until you confirm the new address.`}</p>
      <Form
        name="update-email"
        submitLabel={<Trans>Confirm</Trans>}
        onSubmit={async ({ values, api }) => {
          requireFilled(values, 'Email', 'ConfirmEmail')
          const Email = values.text('Email')
          await ask(api, Email, values.text('ConfirmEmail'))
          sentMail.note('new-address', Email)
          void readAgain(() => session.load())
          setSent(true)
        }}
      >
        <EmailPair
          label={t`New email`}
          defaultValue={sentMail.read('new-address')?.address}
          lastKey="go"
          blocksCopy
        />
      </Form>
      {dialog}
      <p>
        <Link to={paths.account}>{t`Return to my account`}</Link>
      </p>
    </>
  )
}

interface SentProps {
  readonly send: (address: string) => Promise<unknown>
  readonly onCorrect: () => void
}

function Sent({ send, onCorrect }: SentProps) {
  const { t } = useLingui()
  const to = <Isolated dir="ltr" of={sentMail.read('new-address')?.address} />
  return (
    <>
      <h1 tabIndex={-1} ref={focusOnce}>{t`Check your mailbox for your confirmation link`}</h1>
      <p>
        <Trans>
          We sent it to <strong>{to}</strong>, and it works for one day. Your old address gets a
          mail as well: with that one you can undo the change.
        </Trans>
      </p>
      <div>
        <LinkButton to={paths.account}>{t`Return to my account`}</LinkButton>
      </div>
      <div>
        <SendAgain purpose="new-address" send={send} />
      </div>
      <div>
        <Button look="quiet" onClick={onCorrect}>{t`Wrong address? Correct it`}</Button>
      </div>
    </>
  )
}
