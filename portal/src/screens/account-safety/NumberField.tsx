import { useLingui } from '@lingui/react/macro'
import { TextField } from '../../forms/fields/TextField.tsx'

/** The number that stands in the mail beside the link. */
export function NumberField() {
  const { t } = useLingui()
  return (
    <TextField
      name="Number"
      label={t`Number in our mail`}
      hint={t`We do not know this browser. The six digits stand below the text of the mail.`}
      inputMode="numeric"
      autoComplete="off"
      dir="ltr"
    />
  )
}
