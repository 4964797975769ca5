import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { usePortal } from '../../context/portal.ts'
import { Form } from '../../forms/submit/Form.tsx'
import { dateIn } from '../../i18n/formats.ts'
import { Outcome } from './Outcome.tsx'
import { type Done, type LinkProps, nothingAsked, useSecondFactor } from './proofs.tsx'

/** Stops what the reader of another mailbox has asked for, by a second step from before. */
export function StopRewind({ token, link }: LinkProps) {
  const { i18n, t } = useLingui()
  const { logIn } = usePortal()
  const [done, setDone] = useState<Done | null>(null)
  const { Username: username, RewindAt, Ways } = link
  const { takesPasskey, fields, give } = useSecondFactor(token, Ways)
  if (done !== null) return <Outcome done={done} />
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
          const answer = await api('actOnSafetyLink', { body })
          logIn.begin(username)
          setDone({ what: 'stop', answer })
        }}
      >
        {fields}
      </Form>
    </>
  )
}
