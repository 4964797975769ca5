import { createContext, use } from 'react'
import { type Faults, foldName, noFaults } from './placeFaults.ts'

export interface FormState {
  readonly faults: Faults
  /** What was typed before an error page interrupted the form. */
  readonly draft: FormData | null
  /** The field was changed: what was said about its old value is over. */
  readonly forgetFaults: (name: string) => void
}

export const FormContext = createContext<FormState>({
  faults: noFaults,
  draft: null,
  forgetFaults: () => undefined,
})

/** What a form knows about one of its fields. */
export function useFormField(name: string) {
  const { faults, draft, forgetFaults } = use(FormContext)
  const drafted = draft?.get(name)
  return {
    faults: (faults.fields[foldName(name)] ?? []).map(({ words }) => words),
    drafted: typeof drafted === 'string' ? drafted : undefined,
    wasDrafted: draft !== null,
    forgetFaults: () => forgetFaults(name),
  }
}
