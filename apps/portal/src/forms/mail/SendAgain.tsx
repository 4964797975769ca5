import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { isolate } from '../../i18n/isolate.ts'
import { useNotify } from '../../context/Place.tsx'
import { useSettings } from '../../context/portal.ts'
import { type MailPurpose, nextMailAt, sentMail } from './sentMail.ts'
import { Button } from '@gatehouse/ui/Button'
import { ActionErrors } from '../../ui/feedback/ActionErrors.tsx'
import { useActions } from '../submit/useActions.ts'
import { useSecondsUntil } from '../submit/useSecondsUntil.ts'

interface Props {
  readonly purpose: MailPurpose
  /** Asks for the mail to this address once more. */
  readonly send: (address: string) => Promise<unknown>
}

/**
 * Asks for a mail once more when its time has come, and says how long that is. Nothing is sent
 * without a press. Shows nothing while no mail is known in this tab.
 */
export function SendAgain({ purpose, send }: Props) {
  const notify = useNotify()
  const { t } = useLingui()
  const { goesBeyondSpecification } = useSettings().rules
  const { isBusy, errorsOf, act } = useActions<'again'>()
  const [sent, setSent] = useState(() => sentMail.read(purpose))
  const seconds = useSecondsUntil(sent === null ? 0 : nextMailAt(sent))
  if (sent === null) return null

  async function sendAgain(mail: NonNullable<typeof sent>) {
    await send(mail.address)
    setSent(sentMail.noteRepeat(purpose, mail))
    const address = isolate(mail.address)
    notify(() => t`We sent another mail to ${address}.`)
  }

  const time = clockOf(seconds)
  return (
    <>
      <Button
        // What cannot be pressed yet is not the loudest thing.
        look={seconds > 0 && goesBeyondSpecification ? 'quiet' : 'secondary'}
        isBusy={isBusy('again')}
        disabled={seconds > 0}
        onClick={() => act('again', () => sendAgain(sent))}
      >
        {seconds > 0 ? <Trans>Send it again in {time}</Trans> : <Trans>Send it again</Trans>}
      </Button>
      <ActionErrors errors={errorsOf('again')} />
    </>
  )
}

/** Minutes and seconds, like 1:05. */
function clockOf(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
