import type { ErrorItem } from '@gatehouse/contract/errorItems'
import { keepsMixedCaseRule } from '@gatehouse/contract/fields'
import { useSettings } from '../../context/portal.ts'
import { useMixedCaseSentence } from './useMixedCaseSentence.ts'

/** What the portal itself refuses of a new password; the server's bounds are the server's to judge. */
export function useNewPasswordErrors(): (password: string) => readonly ErrorItem[] {
  const { passwordHint } = useSettings().rules
  const sentence = useMixedCaseSentence()
  return (password) => {
    if (passwordHint !== 'eight-to-sixteen-mixed-case' || password === '') return []
    return keepsMixedCaseRule(password) ? [] : [{ Property: 'Password', ErrorMessage: sentence }]
  }
}
