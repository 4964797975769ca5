import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@gatehouse/ui/Button'
import { useNotify } from '../../../context/Place.tsx'
import { usePortal, useSession } from '../../../context/portal.ts'
import { useActions } from '../../../forms/submit/useActions.ts'
import { CancelButton } from '../../../ui/CancelButton.tsx'
import { DialogWithMessages } from '../../../ui/DialogWithMessages.tsx'
import { ActionErrors } from '../../../ui/feedback/ActionErrors.tsx'
import { useFreeze } from './useFreeze.ts'

interface Props {
  /** The doubted act, as one sentence. */
  readonly sentence: string
  readonly onClose: () => void
}

/**
 * What helps against the act of somebody else. It undoes nothing itself: a thief in this session sees it, too,
 * and the mailbox is what the thief perhaps does not have.
 */
export function NotMe({ sentence, onClose }: Props) {
  const { t } = useLingui()
  const { session } = usePortal()
  const { user } = useSession()
  const notify = useNotify()
  const freeze = useFreeze()
  const { isBusy, errorsOf, act } = useActions<'freeze' | 'mail'>()

  function mail() {
    act('mail', async () => {
      const body = { UsernameOrEmail: user?.Username ?? '', For: 'secure' } as const
      await session.api('askSafetyLink', { body })
      onClose()
      notify(() => t`We have sent you a mail. Its link undoes what was done.`)
    })
  }

  return (
    <DialogWithMessages title={<Trans>It was not you?</Trans>} onCancel={onClose}>
      <p>
        <strong>{sentence}</strong>
      </p>
      <p>{t`Freeze your account: everyone is logged out, and nobody gets in until you open it by our mail.`}</p>
      <p>{t`Or get a link by mail. It shows what was done, and undoes it.`}</p>
      <ActionErrors errors={[...errorsOf('freeze'), ...errorsOf('mail')]} />
      <div className="acts">
        <Button look="danger" isBusy={isBusy('freeze')} onClick={() => act('freeze', freeze)}>
          <Trans>Freeze now</Trans>
        </Button>
        <Button look="secondary" isBusy={isBusy('mail')} onClick={mail}>
          <Trans>Send me a link to undo it</Trans>
        </Button>
        <CancelButton onClick={onClose} />
      </div>
    </DialogWithMessages>
  )
}
