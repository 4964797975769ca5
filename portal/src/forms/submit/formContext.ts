import { createContext, use } from 'react'
import { type FormErrors, foldName, noErrors } from './mapFieldErrors.ts'

export interface FormState {
  readonly errors: FormErrors
  /** The input of the form before an error page interrupted it. */
  readonly draft: FormData | null
  /** The field was changed: messages about its old value are removed. */
  readonly forgetErrors: (name: string) => void
}

export const FormContext = createContext<FormState>({
  errors: noErrors,
  draft: null,
  forgetErrors: () => undefined,
})

/** The errors and the draft of one field of a form. */
export function useFormField(name: string) {
  const { errors, draft, forgetErrors } = use(FormContext)
  const drafted = draft?.get(name)
  return {
    errors: (errors.fields[foldName(name)] ?? []).map(({ words }) => words),
    drafted: typeof drafted === 'string' ? drafted : undefined,
    wasDrafted: draft !== null,
    forgetErrors: () => forgetErrors(name),
  }
}
