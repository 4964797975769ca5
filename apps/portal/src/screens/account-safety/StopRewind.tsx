import { Trans, useLingui } from '@lingui/react/macro'
import { paths } from '@gatehouse/contract/routes'
import { useState } from 'react'
import { usePortal } from '../../context/portal.ts'
import { Form } from '../../forms/submit/Form.tsx'
import { dateIn } from '../../i18n/formats.ts'
import { SuccessNote } from '../../ui/feedback/SuccessNote.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { OutcomeHeading } from './OutcomeHeading.tsx'
import { type LinkProps, nothingAsked, useSecondFactor } from './proofs.tsx'

/** Stops what the reader of another mailbox has asked for, by a second step from before. */
export function StopRewind({ token, link }: LinkProps) {
  const { i18n, t } = useLingui()
  const { logIn } = usePortal()
  const [isStopped, stop] = useState(false)
  const { Username: username, RewindAt, Ways } = link
  const { takesPasskey, fields, give } = useSecondFactor(token, Ways)
  if (isStopped) {
    return (
      <>
        <OutcomeHeading>{t`It is stopped`}</OutcomeHeading>
        <SuccessNote>{t`Your account stays as it is. Whoever asked cannot ask for this again.`}</SuccessNote>
        <p>{t`Log in, and choose a new password if somebody else may know yours.`}</p>
        <div>
          <LinkButton to={paths.login}>{t`Log in`}</LinkButton>
        </div>
      </>
    )
  }
  const date = dateIn(i18n.locale, RewindAt ?? '', { dateStyle: 'long', timeStyle: 'short' })
  return (
    <>
      <h1>{t`Stop this`}</h1>
      <p>
        <Trans>
          {username}, somebody who reads one of the mailboxes of your account asked us to put it
          back to what it was. That happens on {date}. Until then it is frozen.
        </Trans>
      </p>
      <p>{t`Was it you? Then close this page: there is nothing to do.`}</p>
      <p>{t`If it was not you, stop it with the second step that you had before.`}</p>
      <Form
        name="safety-stop"
        submitLook="danger"
        submitLabel={
          takesPasskey ? <Trans>Stop it with my passkey</Trans> : <Trans>Stop this</Trans>
        }
        onSubmit={async ({ values, api }) => {
          const factor = await give(values)
          const body = { Link: token, Act: 'stop' as const, ...nothingAsked, ...factor }
          await api('actOnSafetyLink', { body })
          logIn.begin(username)
          stop(true)
        }}
      >
        {fields}
      </Form>
    </>
  )
}
