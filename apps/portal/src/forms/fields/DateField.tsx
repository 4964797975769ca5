import {
  type DateFieldError,
  dateOfBirthError,
  partialDateOfBirthError,
} from '@gatehouse/contract/fields'
import { inputDelay } from '@gatehouse/contract/browserLimits'
import { useSettled } from '@gatehouse/ui/useSettled'
import { useLingui } from '@lingui/react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { wordsOfErrors } from '../submit/wordsOfErrors.ts'
import { maskDate } from './maskDate.ts'
import { TextField } from './TextField.tsx'

interface Props {
  readonly name: string
  readonly label: ReactNode
  readonly hint: ReactNode
}

/** A date of birth, YYYY-MM-DD, whose dashes the field adds. */
export function DateField(props: Props) {
  const previous = useRef('')
  const [typed, setTyped] = useState('')
  const [settled] = useSettled(typed, inputDelay)
  const error = settled === '' ? null : errorOf(settled)
  const checkedError = useWordsOf(error)

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
    // No date of birth of a child is kept.
    input.toggleAttribute('data-unkept', wholeError(masked) !== null)
    previous.current = masked
    setTyped(masked)
  }

  return (
    <TextField
      {...props}
      kind="date"
      inputMode="numeric"
      autoComplete="bday"
      enterKeyHint="next"
      checkedError={checkedError}
      onInput={(event) => mask(event.currentTarget)}
    />
  )
}

function wholeError(date: string) {
  return dateOfBirthError(date, new Date())
}

function errorOf(date: string): DateFieldError | null {
  return partialDateOfBirthError(date, new Date())
}

/** The words of an error; null without one, and until they are there. */
function useWordsOf(error: DateFieldError | null): string | null {
  // The page can go on in another language.
  useLingui()
  const [words, setWords] = useState<{ readonly of: (code: string) => string } | null>(null)
  const isNeeded = error !== null && words === null
  useEffect(() => {
    async function fetchWords() {
      setWords({ of: await wordsOfErrors() })
    }
    if (isNeeded) void fetchWords()
  }, [isNeeded])
  return error === null || words === null ? null : words.of(error)
}

/** Where the caret stands when so many digits are before it. */
function placeAfter(masked: string, digits: number): number {
  let place = 0
  for (let seen = 0; seen < digits; place++) if (/\d/.test(masked[place] ?? '')) seen++
  return place
}
