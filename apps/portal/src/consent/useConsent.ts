import { createContext, use, useSyncExternalStore } from 'react'
import type { Consent, ConsentState } from './createConsent.ts'

export const ConsentContext = createContext<Consent | null>(null)

/** The consent of this browser, and the page's present view of it. */
export function useConsent(): { readonly consent: Consent; readonly state: ConsentState } {
  const consent = use(ConsentContext)
  if (consent === null) throw new Error('This component is not inside a portal.')
  const state = useSyncExternalStore(consent.subscribe, consent.read, consent.read)
  return { consent, state }
}
