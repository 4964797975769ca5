import { useLingui } from '@lingui/react'
import { useSettings } from './portal.ts'
import { type Label, wordingOf } from './wording.ts'

/** Says a label as this deployment has it, in the language of the page. */
export function useWording(): (label: Label, values?: Readonly<Record<string, string>>) => string {
  const { rules } = useSettings()
  const { i18n } = useLingui()
  return (label, values = {}) =>
    i18n._({ ...wordingOf(label, rules.goesBeyondSpecification), values })
}
