import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Form } from '../../forms/submit/Form.tsx'
import { dateIn } from '../../i18n/formats.ts'
import { Outcome } from './Outcome.tsx'
import { type Done, type LinkProps, nothingAsked, NumberField } from './proofs.tsx'

/** Stops somebody who asked to get in without the second factors. */
export function CancelRecovery({ token, link }: LinkProps) {
  const { i18n, t } = useLingui()
  const [done, setDone] = useState<Done | null>(null)
  const { Username: username, NeedsNumber, Recovery } = link
  if (done !== null) return <Outcome done={done} />
  const date = dateIn(i18n.locale, Recovery?.DueAt ?? '', { dateStyle: 'long', timeStyle: 'short' })
  return (
    <>
      <h1>{t`Stop this`}</h1>
      <p>{t`${username}, somebody asked to get into your account without its second step. That is possible on ${date}.`}</p>
      <p>{t`Was it you? Then close this page: there is nothing to do.`}</p>
      <Form
        name="recovery-cancel"
        submitLook="danger"
        submitLabel={<Trans>It was not me: stop this</Trans>}
        onSubmit={async ({ values, api }) => {
          const Number = NeedsNumber ? values.text('Number') : ''
          const body = { ...nothingAsked, Link: token, Act: 'cancel' as const, Number }
          setDone({ what: 'cancel', answer: await api('actOnSafetyLink', { body }) })
        }}
      >
        {NeedsNumber && <NumberField />}
      </Form>
    </>
  )
}
