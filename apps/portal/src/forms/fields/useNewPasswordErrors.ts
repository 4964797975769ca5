import type { FormItem } from '../submit/FormError.ts'
import { keepsMixedCaseRule } from '@gatehouse/contract/fields'
import { useSettings } from '../../context/portal.ts'
import { useLingui } from '@lingui/react/macro'

/** The errors of a new password that the portal itself finds; the server judges its bounds. */
export function useNewPasswordErrors(): (password: string) => readonly FormItem[] {
  const { passwordHint } = useSettings().rules
  const words = useMixedCaseSentence()
  return (password) => {
    if (passwordHint !== 'eight-to-sixteen-mixed-case' || password === '') return []
    return keepsMixedCaseRule(password)
      ? []
      : [{ Property: 'Password', ErrorMessage: 'mixed-case', words }]
  }
}

/** The sentence for a password that breaks the rule of eight to sixteen characters in both cases. */
export function useMixedCaseSentence(): () => string {
  const { t } = useLingui()
  return () =>
    t`Password must be between 8 and 16 characters with at least an upper case and a lower case character`
}
