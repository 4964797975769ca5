import { useLingui } from '@lingui/react/macro'
import { keepsMixedCaseRule } from '@gatehouse/contract/fields'
import { type ReactNode, useId, useState, useEffect } from 'react'
import { listOf } from '../../i18n/formats.ts'
import { Icon } from '@gatehouse/ui/Icon'
import styles from './Field.module.css'
import { generatorRules, passwordRules, type PasswordRule } from './passwordRules.ts'
import { PasswordField } from './PasswordField.tsx'
import { lazyOptional } from '../../ui/feedback/lazyOptional.tsx'
import { useSettled } from '@gatehouse/ui/useSettled'
import { inputDelay } from '@gatehouse/contract/browserLimits'
import { useMixedCaseSentence } from './useNewPasswordErrors.ts'
import { useSettings } from '../../context/portal.ts'

// Of deployments that show it.
const StrengthHint = lazyOptional(async () => (await import('./StrengthHint.tsx')).StrengthHint)

interface Props {
  readonly name: string
  readonly label: ReactNode
  /** The name that the password must not contain; '' before it is typed, null where it is not known. */
  readonly username: string | null
  /** The account's address, of which it must not be made; '' where it is not known. */
  readonly email: string
  readonly 'data-first'?: '' | undefined
}

/** A password that is chosen: its rules turn green as they are met. */
export function NewPasswordField({ username, email, ...props }: Props) {
  const { t, i18n } = useLingui()
  const id = useId()
  const { passwordHint, showsPasswordStrength } = useSettings().rules
  const [password, setPassword] = useState('')
  const [settled] = useSettled(password, inputDelay)
  const sentence = useMixedCaseSentence()
  const isMixedCase = passwordHint === 'eight-to-sixteen-mixed-case'
  const words: Record<PasswordRule, string> = {
    length: isMixedCase ? t`8–16 characters` : t`8–50 characters`,
    letter: t`A letter`,
    lowerCase: t`A lower case letter`,
    upperCase: t`An upper case letter`,
    number: t`A number`,
    noSpace: t`No space`,
    noUsername: t`Not your username`,
    hardToGuess: t`Hard to guess`,
  }
  const knownWords = useKnownWords(email)
  const isEasyToGuess = useEasyToGuess(password, knownWords)
  const rules = passwordRules(password, username, passwordHint, isEasyToGuess)
  const missing = rules.filter(({ isMet }) => !isMet).map(({ rule }) => words[rule])
  const left = listOf(i18n.locale, missing)
  const breaks = isMixedCase && settled !== '' && !keepsMixedCaseRule(settled)
  return (
    <PasswordField
      {...props}
      autoComplete="new-password"
      enterKeyHint="next"
      passwordrules={generatorRules(passwordHint)}
      describedBy={id}
      onType={setPassword}
      checkedError={breaks ? sentence() : null}
      below={
        <>
          <ul id={id} className={`acts hint ${styles.rules}`}>
            {rules.map(({ rule, isMet }) => (
              <li key={rule} className="line" data-met={isMet}>
                <Icon name={isMet ? 'done' : 'open'} />
                {words[rule]}
                {isMet && <span className="unseen"> ✓</span>}
              </li>
            ))}
          </ul>
          {showsPasswordStrength && (
            <StrengthHint
              password={password}
              isEasyToGuess={isEasyToGuess === true}
              ownWords={[...knownWords, username ?? '']}
            />
          )}
          {/* Read out whenever a rule begins or ceases to be met, and not at every key. */}
          <div aria-live="polite" className="unseen">
            {password !== '' && (left === '' ? t`Meets every rule.` : t`Still missing: ${left}`)}
          </div>
        </>
      }
    />
  )
}

/** The words that a password must not be made of: the studio's name, and the address's. */
function useKnownWords(email: string): readonly string[] {
  const { RegisterStudioName } = useSettings().configuration
  return [RegisterStudioName, email.slice(0, Math.max(0, email.lastIndexOf('@')))]
}

type Check = (password: string, knownWords: readonly string[]) => boolean

/**
 * True if the server refuses a typed password because it is easy to guess: for its list or a known
 * word. True before that is known, and null when the list does not come.
 */
function useEasyToGuess(password: string, knownWords: readonly string[]): boolean | null {
  const [check, setCheck] = useState<Check | null | 'not-asked'>('not-asked')
  const isTyped = password !== ''

  useEffect(() => {
    if (!isTyped) return
    import('@gatehouse/contract/commonPasswords').then(
      ({ isOftenChosen, restatesKnownWord }) =>
        setCheck(
          () => (typed: string, words: readonly string[]) =>
            isOftenChosen(typed) || restatesKnownWord(typed, words),
        ),
      () => setCheck(null),
    )
  }, [isTyped])

  if (check === null) return null
  if (check === 'not-asked') return true
  return check(password, knownWords)
}

interface NewPasswordFieldsProps {
  readonly label: ReactNode
  /** The name that the password must not contain; null where it is not known. */
  readonly username: string | null
  /** The account's address, of which a password must not be made; '' where it is not known. */
  readonly email: string
  /** The form begins with it. */
  readonly isFirst?: boolean
}

/** A new password and its repetition, as the last two fields of a form. */
export function NewPasswordFields({
  label,
  username,
  email,
  isFirst = false,
}: NewPasswordFieldsProps) {
  const { t } = useLingui()
  return (
    <>
      <NewPasswordField
        data-first={isFirst ? '' : undefined}
        name="Password"
        label={label}
        username={username}
        email={email}
      />
      <PasswordField
        name="ConfirmPassword"
        label={t`Confirm password`}
        autoComplete="new-password"
        enterKeyHint="go"
      />
    </>
  )
}
