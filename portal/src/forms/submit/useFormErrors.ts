import { type RefObject, useEffect, useState } from 'react'
import { type FormErrors, foldName, noErrors } from './mapFieldErrors.ts'

/** The present errors of a form. New ones move the focus to the first field that has one. */
export function useFormErrors(form: RefObject<HTMLFormElement | null>) {
  const [errors, setErrors] = useState(noErrors)
  const [refusals, countRefusals] = useState(0)

  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [form, refusals])

  return {
    errors,
    showErrors(found: FormErrors) {
      setErrors(found)
      countRefusals((count) => count + 1)
    },
    clearErrors: () => setErrors(noErrors),
    forgetErrors(field: string) {
      const { [foldName(field)]: gone, ...rest } = errors.fields
      if (gone) setErrors({ ...errors, fields: rest })
    },
  }
}
