import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { AnswerOf } from '@gatehouse/contract/calls'
import type { SecondStep } from '@gatehouse/contract/errorItems'
import { useState } from 'react'
import { usePortal } from '../../context/portal.ts'
import { TextField } from '../../forms/fields/TextField.tsx'
import { Form } from '../../forms/submit/Form.tsx'
import { dateIn } from '../../i18n/formats.ts'
import { useSecret } from '../../router/router.ts'
import { SuccessNote } from '../../ui/feedback/SuccessNote.tsx'
import { AccountSafety } from './AccountSafety.tsx'

/** The way in for who has lost every second factor: asks for its link, and takes the links of its mails. */
export function RecoverAccount() {
  const secret = useSecret()
  const { logIn } = usePortal()
  const [step] = useState(logIn.secondStep)
  if (secret !== '') return <AccountSafety />
  return step === null ? <AskByName /> : <AskAfterPassword step={step} />
}

function Introduction() {
  const { t } = useLingui()
  return (
    <>
      <h1>{t`Get back in without your second step`}</h1>
      <p>{t`For players who have lost all of their passkeys, apps and recovery codes. We mail you a link. With it you prove in two ways that it is you.`}</p>
      <p>{t`Then you wait for some days, so that you can stop it if it is not you. We tell every address of the account.`}</p>
    </>
  )
}

/** Of a player who cannot log in at all, such as to a frozen account. */
function AskByName() {
  const { t } = useLingui()
  const { logIn } = usePortal()
  const [isSent, send] = useState(false)
  return (
    <>
      <Introduction />
      {isSent && <SuccessNote>{t`If there is such an account, we have sent a mail.`}</SuccessNote>}
      <Form
        name="recovery-link"
        draft="until-entered"
        submitLabel={<Trans>Send</Trans>}
        onSubmit={async ({ values, api }) => {
          send(false)
          const UsernameOrEmail = values.text('UsernameOrEmail')
          await api('askSafetyLink', { body: { UsernameOrEmail, For: 'recover' } })
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
          defaultValue={logIn.username}
        />
      </Form>
    </>
  )
}

/** Of a player who has just given the right password, which is a proof where it is old enough. */
function AskAfterPassword({ step: { Handle } }: { readonly step: SecondStep }) {
  const { i18n, t } = useLingui()
  const [opened, setOpened] = useState<AnswerOf<'openRecovery'> | null>(null)
  if (opened === null) {
    return (
      <>
        <Introduction />
        <Form
          name="recovery-open"
          submitLabel={<Trans>Send me the link</Trans>}
          onSubmit={async ({ api }) => setOpened(await api('openRecovery', { body: { Handle } }))}
        >
          {null}
        </Form>
      </>
    )
  }
  const email = <strong dir="ltr">{opened.Email}</strong>
  const { DueAt: due, WaitDays } = opened
  const date = due && dateIn(i18n.locale, due, { dateStyle: 'long', timeStyle: 'short' })
  return (
    <>
      <h1>{t`Get back in without your second step`}</h1>
      {date ? (
        <p>{t`The wait has begun already. On ${date} you get a mail.`}</p>
      ) : (
        <>
          <SuccessNote>
            <Trans>Open our mail. We sent it to {email}.</Trans>
          </SuccessNote>
          <p>
            <Plural
              value={WaitDays}
              one="This takes # day, so that you can stop it if it is not you."
              other="This takes # days, so that you can stop it if it is not you."
            />
          </p>
          <p className="quiet">{t`Nothing there after a minute? Have a look in your spam folder.`}</p>
        </>
      )}
    </>
  )
}
