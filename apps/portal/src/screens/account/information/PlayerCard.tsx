import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Button } from '@gatehouse/ui/Button'
import { DialogWithMessages } from '../../../ui/DialogWithMessages.tsx'
import { lazyOptional } from '../../../ui/feedback/lazyOptional.tsx'

// Few visits of My information open it.
const CardDialog = lazyOptional(async () => (await import('./CardDialog.tsx')).CardDialog)

/** The way to a picture of the player that can be shared. */
export function PlayerCard() {
  const { t } = useLingui()
  const [isOpen, open] = useState(false)
  return (
    <>
      <p>
        <Trans>A picture with your name to show your friends.</Trans>
      </p>
      <Button look="secondary" aria-haspopup="dialog" onClick={() => open(true)}>
        {t`Share my player card`}
      </Button>
      {isOpen && (
        <DialogWithMessages title={<Trans>Your player card</Trans>} onCancel={() => open(false)}>
          <CardDialog onClose={() => open(false)} />
        </DialogWithMessages>
      )}
    </>
  )
}
