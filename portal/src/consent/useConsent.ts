import { useSyncExternalStore } from 'react'
import { usePortal } from '../session/portal.ts'
import type { Consent, ConsentState } from './createConsent.ts'

/** The consent of this browser, and what the page shows of it now. */
export function useConsent(): { readonly consent: Consent; readonly state: ConsentState } {
  const { consent } = usePortal()
  const state = useSyncExternalStore(consent.subscribe, consent.read, consent.read)
  return { consent, state }
}
