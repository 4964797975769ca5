import { useLingui } from '@lingui/react/macro'
import { TextField } from './TextField.tsx'
import styles from './NewPlayer.module.css'

/** The name of the person, where the studio asks for it. */
export function NameFields() {
  const { t } = useLingui()
  return (
    <div className={styles.pair}>
      <TextField
        name="Firstname"
        dir="auto"
        label={t`Firstname`}
        autoComplete="given-name"
        autoCapitalize="words"
        enterKeyHint="next"
      />
      <TextField
        name="Lastname"
        dir="auto"
        label={t`Lastname`}
        autoComplete="family-name"
        autoCapitalize="words"
        enterKeyHint="next"
      />
    </div>
  )
}
