import { useLingui } from '@lingui/react/macro'
import { usePortal } from '../../context/portal.ts'

/** Copies a text and says so, or that the browser did not let it. */
export function useCopy(): (text: string) => Promise<void> {
  const { say } = usePortal()
  const { t } = useLingui()
  return async (text) => {
    try {
      await navigator.clipboard.writeText(text)
      say(() => t`Copied.`)
    } catch {
      // Undefined on plain http, and refused without a permission.
      say(() => t`Your browser did not copy it. Please select it and copy it yourself.`)
    }
  }
}
