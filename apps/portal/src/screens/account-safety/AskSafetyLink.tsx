import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { usePortal } from '../../context/portal.ts'
import { TextField } from '../../forms/fields/TextField.tsx'
import { Form } from '../../forms/submit/Form.tsx'
import { useQuery } from '../../router/router.ts'
import styles from './Secure.module.css'
import { SuccessNote } from '../../ui/feedback/SuccessNote.tsx'

type Purpose = 'secure' | 'unfreeze' | 'recover'

const isPurpose = (text: string | undefined): text is Purpose =>
  text === 'secure' || text === 'unfreeze' || text === 'recover'

/** Mails a link with which its reader secures an account, or gets back into a frozen one. */
export function AskSafetyLink() {
  const { t } = useLingui()
  const { logIn } = usePortal()
  const query = useQuery()
  const [purpose, choose] = useState<Purpose>(isPurpose(query['for']) ? query['for'] : 'secure')
  const [isSent, send] = useState(false)
  const purposes: readonly (readonly [Purpose, string])[] = [
    ['secure', t`Freeze my account, or undo what somebody did to it`],
    ['unfreeze', t`Get back into my frozen account`],
    ['recover', t`Get back in without your second step`],
  ]
  return (
    <>
      <h1>{t`Secure your account`}</h1>
      <p>{t`We mail you a link. It works for a former address of the account, too, for some days.`}</p>
      {isSent && <SuccessNote>{t`If there is such an account, we have sent a mail.`}</SuccessNote>}
      <Form
        name="safety-link"
        draft="until-entered"
        submitLabel={<Trans>Send</Trans>}
        onSubmit={async ({ values, api }) => {
          send(false)
          const UsernameOrEmail = values.text('UsernameOrEmail')
          await api('askSafetyLink', { body: { UsernameOrEmail, For: purpose } })
          send(true)
        }}
      >
        <fieldset className={`stack near ${styles.asked}`}>
          <legend>{t`What is the link for?`}</legend>
          {purposes.map(([value, label]) => (
            <label key={value} className="tick choice">
              <input
                type="radio"
                name="For"
                value={value}
                checked={purpose === value}
                onChange={() => choose(value)}
              />
              <span>{label}</span>
            </label>
          ))}
        </fieldset>
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
