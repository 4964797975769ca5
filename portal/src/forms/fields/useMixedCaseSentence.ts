import { useLingui } from '@lingui/react/macro'

/** The sentence for a password that breaks the rule of eight to sixteen characters in both cases. */
export function useMixedCaseSentence(): string {
  const { t } = useLingui()
  return t`Password must be between 8 and 16 characters with at least an upper case and a lower case character`
}
