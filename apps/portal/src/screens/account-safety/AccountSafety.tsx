import { Trans, useLingui } from '@lingui/react/macro'
import type { AnswerOf } from '@gatehouse/contract/calls'
import { useEffect, useState } from 'react'
import { usePortal } from '../../context/portal.ts'
import { useScreenData } from '../../context/useScreenData.ts'
import { TextField } from '../../forms/fields/TextField.tsx'
import { Form } from '../../forms/submit/Form.tsx'
import { refusedItems } from '../../forms/submit/FormError.ts'
import { wordsOfErrors } from '../../forms/submit/wordsOfErrors.ts'
import { useSecret } from '../../router/router.ts'
import { ActionErrors } from '../../ui/feedback/ActionErrors.tsx'
import { Progress } from '../../ui/feedback/Progress.tsx'
import { focusFirstField } from '../../ui/focusHeading.ts'
import { Freeze, Unfreeze } from './SafetyForms.tsx'

/** The purpose of a link, or the errors of a dead one. */
type Read =
  | { readonly link: AnswerOf<'readSafetyLink'> }
  | { readonly refused: readonly (() => string)[] }

/**
 * The link of a security mail: it freezes the account, or leads back into a frozen one. Its secret was taken
 * out of the address. To be opened does nothing; what acts is a press, in a browser that is known or with the
 * number of the mail.
 */
export function AccountSafety() {
  const token = useSecret()
  const { session } = usePortal()
  const { value: read } = useScreenData(async (): Promise<Read> => {
    try {
      return { link: await session.api('readSafetyLink', { body: { Link: token } }) }
    } catch (error) {
      const items = refusedItems(error)
      if (items === null) throw error
      const wordsFor = await wordsOfErrors()
      return {
        refused: items.map(
          ({ ErrorMessage }) =>
            () =>
              wordsFor(ErrorMessage),
        ),
      }
    }
  })
  const isRead = read !== null
  useEffect(() => {
    // The form comes after the page. A player who has begun already is left where they are.
    if (isRead && document.activeElement === document.body) focusFirstField()
  }, [isRead])
  if (read === null) return <Progress />
  if ('refused' in read) return <AnotherLink refused={read.refused} />
  return read.link.Kind === 'freeze' ? (
    <Freeze token={token} link={read.link} />
  ) : (
    <Unfreeze token={token} link={read.link} />
  )
}

function AnotherLink({ refused }: { readonly refused: readonly (() => string)[] }) {
  const { t } = useLingui()
  const [isSent, send] = useState(false)
  return (
    <>
      <h1>{t`Get back into your account`}</h1>
      {isSent ? (
        <p role="status">{t`If there is a frozen account of this name, we have sent it a mail.`}</p>
      ) : (
        <>
          <ActionErrors errors={refused} />
          <p>{t`Is your account frozen? We mail you a new link.`}</p>
          <Form
            name="safety-link"
            submitLabel={<Trans>Send</Trans>}
            onSubmit={async ({ values, api }) => {
              const UsernameOrEmail = values.text('UsernameOrEmail')
              await api('askSafetyLink', { body: { UsernameOrEmail } })
              send(true)
            }}
          >
            <TextField
              data-first=""
              name="UsernameOrEmail"
              kind="login"
              label={t`Username or email`}
              autoComplete="username"
              enterKeyHint="send"
            />
          </Form>
        </>
      )}
    </>
  )
}
