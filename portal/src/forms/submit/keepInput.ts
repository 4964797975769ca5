import { dateOfBirthError } from '@gatehouse/contract/fields'
import { tabStore } from '../../storage/tabStore.ts'

/*
 * The input of a form that a reload and Back must not lose, in this tab alone, until the form is
 * sent or the player logs out. Nothing secret is kept.
 */

/** The names of fields with what they held. */
type Input = readonly (readonly [name: string, value: string])[]

/** Until when input is kept: what begins a registration or a log-in is kept until the player is logged in. */
export type Keeping = 'nothing' | 'until-sent' | 'until-entered'

/**
 * Fills a form with its kept values, where a field is still empty, and keeps typed input from now
 * on. Answers how to stop.
 */
export function keepInput(form: HTMLFormElement, name: string): () => void {
  fill(form, readInput(name))
  const keep = () => {
    const input = [...new FormData(form)].filter(
      (entry): entry is [string, string] =>
        typeof entry[1] === 'string' && entry[1] !== '' && !isLeftOut(entry[0], entry[1]),
    )
    if (input.length > 0) tabStore.keep(placeOf(name), input)
    else forgetInput(name)
  }
  form.addEventListener('input', keep)
  return () => form.removeEventListener('input', keep)
}

/** Nothing secret is kept of a form, no trap, and no date of birth of a child. */
function isLeftOut(field: string, value: string): boolean {
  if (field === 'DateOfBirth') return dateOfBirthError(value, new Date()) !== null
  return /password|code$|^UsageNameHoneyPot$|^Additional$/i.test(field)
}

/** The player is logged in: what began the way is not needed any more. */
export function forgetInputOfVisitor(): void {
  forgetInput('register')
  forgetNameOfLogIn()
}

/** The log-in begins anew, with another name. */
export function forgetNameOfLogIn(): void {
  for (const form of ['login', 'login-name']) forgetInput(form)
}

export function forgetInput(name: string): void {
  tabStore.forget(placeOf(name))
}

function readInput(name: string): Input {
  const kept = tabStore.read(placeOf(name))
  if (!Array.isArray(kept)) return []
  return kept.filter(
    (entry): entry is [string, string] =>
      Array.isArray(entry) && entry.length === 2 && entry.every((each) => typeof each === 'string'),
  )
}

function fill(form: HTMLFormElement, input: Input): void {
  for (const [name, value] of input) {
    for (const field of form.querySelectorAll(`[name="${CSS.escape(name)}"]`)) {
      if (field instanceof HTMLInputElement && /^(?:checkbox|radio)$/.test(field.type)) {
        // By a click, as the player does it: React learns of it.
        if (field.value === value && !field.checked) field.click()
      } else if (
        (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) &&
        field.value === ''
      ) {
        field.value = value
        field.dispatchEvent(new Event('input', { bubbles: true }))
      }
    }
  }
}

const placeOf = (name: string) => `input.${name}`
