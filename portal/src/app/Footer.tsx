import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { chooseScheme, chosenScheme, type Scheme, schemes } from '../themes/scheme.ts'
import styles from './Footer.module.css'

export function Footer() {
  const { t } = useLingui()
  const [chosen, setChosen] = useState(chosenScheme)
  const words: Record<Scheme, string> = { auto: t`Automatic`, light: t`Light`, dark: t`Dark` }
  return (
    <footer className={styles.footer}>
      <fieldset className={styles.schemes}>
        <legend className="unseen">{t`Appearance`}</legend>
        {schemes.map((scheme) => (
          <label key={scheme}>
            <input
              type="radio"
              name="scheme"
              className="unseen"
              checked={chosen === scheme}
              onChange={() => {
                chooseScheme(scheme)
                setChosen(scheme)
              }}
            />
            <span>{words[scheme]}</span>
          </label>
        ))}
      </fieldset>
    </footer>
  )
}
