import { createContext, use } from 'react'
import { type FormErrors, foldName, noErrors } from './mapFieldErrors.ts'

export interface FormState {
  readonly errors: FormErrors
  /** What was typed before an error page interrupted the form. */
  readonly draft: FormData | null
  /** The field was changed: what was said about its old value is over. */
  readonly forgetErrors: (name: string) => void
}

export const FormContext = createContext<FormState>({
  errors: noErrors,
  draft: null,
  forgetErrors: () => undefined,
})

/** What a form knows about one of its fields. */
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
