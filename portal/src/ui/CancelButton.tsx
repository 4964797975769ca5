import { Trans } from '@lingui/react/macro'
import type { ComponentProps } from 'react'
import { Button } from './Button.tsx'

/** The way out of a dialog or a step. */
export function CancelButton(props: Omit<ComponentProps<typeof Button>, 'children'>) {
  return (
    <Button look="quiet" {...props}>
      <Trans>Cancel</Trans>
    </Button>
  )
}
