import { useLingui } from '@lingui/react/macro'
import type { ComponentProps } from 'react'
import { Button } from '@gatehouse/ui/Button'

/** The way out of a dialog or a step. */
export function CancelButton(props: Omit<ComponentProps<typeof Button>, 'children'>) {
  const { t } = useLingui()
  return <Button look="quiet" {...props}>{t`Cancel`}</Button>
}
