import { Trans, useLingui } from '@lingui/react/macro'
import type { AnswerOf } from '@gatehouse/contract/calls'
import { paths } from '@gatehouse/contract/routes'
import { usePortal } from '../../context/portal.ts'
import { Form } from '../../forms/submit/Form.tsx'
import { NumberField } from './NumberField.tsx'

interface Props {
  readonly token: string
  readonly link: AnswerOf<'readSafetyLink'>
}

/** Closes the account to everybody, without a log-in. */
export function Freeze({ token, link }: Props) {
  const { t } = useLingui()
  const { session, say, go } = usePortal()
  const { Username: username } = link
  return (
    <>
      <h1>
        <Trans>Secure your account</Trans>
      </h1>
      <p>
        <Trans>
          {username}, somebody else is in your account? Freeze it: all sessions end, here and at
          every site, and nobody can sign in until you follow the link of our next mail.
        </Trans>
      </p>
      <p>
        <Trans>If it was you, close this page. Nothing has changed.</Trans>
      </p>
      <Form
        name="safety-freeze"
        submitLook="danger"
        submitLabel={<Trans>Freeze the account now</Trans>}
        onSubmit={async ({ values, api }) => {
          const Number = link.NeedsNumber ? values.text('Number') : ''
          const body = { Link: token, Act: 'freeze' as const, Number, Password: '', Confirm: '' }
          await api('actOnSafetyLink', { body })
          // A player who was logged in here is not any more, unless the account is another one.
          await session.load().catch(() => undefined)
          say(t`Your account is frozen. We have sent you a mail.`)
          go(paths.home, { replace: true })
        }}
      >
        {link.NeedsNumber && <NumberField />}
      </Form>
    </>
  )
}
