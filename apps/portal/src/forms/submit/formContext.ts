import { createContext, use } from 'react'
import { type FormErrors, foldName, noErrors } from './mapFieldErrors.ts'

export interface FormState {
  readonly errors: FormErrors
  /** The field was changed: messages about its old value are removed. */
  readonly forgetErrors: (name: string) => void
}

export const FormContext = createContext<FormState>({
  errors: noErrors,
  forgetErrors: () => undefined,
})

/** The errors of one field of a form. */
export function useFormField(name: string) {
  const { errors, forgetErrors } = use(FormContext)
  return {
    errors: (errors.fields[foldName(name)] ?? []).map(({ words }) => words),
    forgetErrors: () => forgetErrors(name),
  }
}
