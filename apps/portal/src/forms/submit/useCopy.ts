import { useLingui } from '@lingui/react/macro'
import { useNotify } from '../../context/Place.tsx'

/** Copies a text and says so, or that the browser did not let it. */
export function useCopy(): (text: string) => Promise<void> {
  const notify = useNotify()
  const { t } = useLingui()
  return async (text) => {
    try {
      await navigator.clipboard.writeText(text)
      notify(() => t`Copied.`)
    } catch {
      // Undefined on plain http, and refused without a permission.
      notify(() => t`Your browser did not copy it. Please select it and copy it yourself.`)
    }
  }
}
