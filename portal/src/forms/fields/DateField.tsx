import { type DateFieldError, partialDateOfBirthError } from '@gatehouse/contract/fields'
import { inputDelay } from '@gatehouse/contract/limits'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { message } from '../../i18n/message.ts'
import { maskDate } from './maskDate.ts'
import { TextField } from './TextField.tsx'

interface Props {
  readonly name: string
  readonly label: ReactNode
  readonly hint: ReactNode
}

/** A date of birth, YYYY-MM-DD, whose dashes appear by themselves. */
export function DateField(props: Props) {
  const previous = useRef('')
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<DateFieldError | null>(null)

  useEffect(() => {
    const timer = setTimeout(() => {
      setError(typed === '' ? null : partialDateOfBirthError(typed, new Date()))
    }, inputDelay)
    return () => clearTimeout(timer)
  }, [typed])

  function mask(input: HTMLInputElement) {
    const caret = input.selectionStart ?? input.value.length
    const digitsBefore = input.value.slice(0, caret).replaceAll(/\D/g, '').length
    const isAtEnd = caret === input.value.length
    const masked = maskDate(previous.current, input.value)
    if (masked !== input.value) {
      input.value = masked
      const place = isAtEnd ? masked.length : placeAfter(masked, digitsBefore)
      input.setSelectionRange(place, place)
    }
    previous.current = masked
    setTyped(masked)
  }

  return (
    <TextField
      {...props}
      inputMode="numeric"
      autoComplete="bday"
      enterKeyHint="next"
      ownError={error === null ? null : message(error)}
      onInput={(event) => mask(event.currentTarget)}
    />
  )
}

/** Where the caret stands when so many digits are before it. */
function placeAfter(masked: string, digits: number): number {
  let place = 0
  for (let seen = 0; seen < digits; place++) if (/\d/.test(masked[place] ?? '')) seen++
  return place
}
