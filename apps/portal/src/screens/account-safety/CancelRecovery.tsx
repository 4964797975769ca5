import { Trans, useLingui } from '@lingui/react/macro'
import { paths } from '@gatehouse/contract/routes'
import { useState } from 'react'
import { Form } from '../../forms/submit/Form.tsx'
import { dateIn } from '../../i18n/formats.ts'
import { SuccessNote } from '../../ui/feedback/SuccessNote.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { OutcomeHeading } from './OutcomeHeading.tsx'
import { type LinkProps, nothingAsked, NumberField } from './proofs.tsx'

/** Stops somebody who asked to get in without the second factors. */
export function CancelRecovery({ token, link }: LinkProps) {
  const { i18n, t } = useLingui()
  const [isStopped, stop] = useState(false)
  const { Username: username, NeedsNumber, Recovery } = link
  if (isStopped) {
    return (
      <>
        <OutcomeHeading>{t`It is stopped`}</OutcomeHeading>
        <SuccessNote>{t`Nobody gets in without your second step. Your account stays as it is.`}</SuccessNote>
        <p>{t`Whoever asked can read your mails or knows your password. Choose new ones.`}</p>
        <div>
          <LinkButton to={paths.login}>{t`Log in`}</LinkButton>
        </div>
      </>
    )
  }
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
          await api('actOnSafetyLink', { body })
          stop(true)
        }}
      >
        {NeedsNumber && <NumberField />}
      </Form>
    </>
  )
}
