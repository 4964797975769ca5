import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Button } from '@gatehouse/ui/Button'
import { DialogWithMessages } from '../../../ui/DialogWithMessages.tsx'
import styles from './AllSections.module.css'

interface Props {
  readonly onClose: () => void
  /** The entries of the menu. */
  readonly children: ReactNode
}

/** Every section at once, over the page of a small screen. */
export function AllSections({ onClose, children }: Props) {
  return (
    <DialogWithMessages title={<Trans>All sections</Trans>} onCancel={onClose}>
      <ul className={`plate ${styles.sections}`}>{children}</ul>
      <Button look="secondary" onClick={onClose}>
        <Trans>Close</Trans>
      </Button>
    </DialogWithMessages>
  )
}
