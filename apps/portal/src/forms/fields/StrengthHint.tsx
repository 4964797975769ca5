import { useLingui } from '@lingui/react/macro'
import styles from './StrengthHint.module.css'
import { passwordStrength, type PasswordStrength, strengths } from './passwordStrength.ts'

interface Props {
  readonly password: string
  /** Our list has the password, or it is made of a word of the account. */
  readonly isEasyToGuess: boolean
  /** What anybody knows who knows the account. */
  readonly ownWords: readonly string[]
}

/** How strong a typed password is, as a bar of four parts and a word. */
export function StrengthHint({ password, isEasyToGuess, ownWords }: Props) {
  const { t } = useLingui()
  const words: Record<PasswordStrength, string> = {
    weak: t({ context: 'strength of a password', message: 'Weak' }),
    fair: t({ context: 'strength of a password', message: 'Fair' }),
    good: t({ context: 'strength of a password', message: 'Good' }),
    strong: t({ context: 'strength of a password', message: 'Strong' }),
  }
  const strength = isEasyToGuess ? 'weak' : passwordStrength(password, ownWords)
  return (
    <div className={`line ${styles.strength}`} data-strength={password === '' ? null : strength}>
      {password !== '' && (
        <div className={styles.bar} aria-hidden>
          {strengths.map((part) => (
            <span key={part} data-is={strengths.indexOf(part) <= strengths.indexOf(strength)} />
          ))}
        </div>
      )}
      {/* It is there before its first word: screen readers read what changes in it. */}
      <p aria-live="polite" aria-atomic className="hint">
        {password !== '' && (
          <>
            <span className="unseen">{t`Strength:`}</span> <span>{words[strength]}</span>
          </>
        )}
      </p>
    </div>
  )
}
