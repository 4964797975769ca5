import { tabStore } from '../storage/tabStore.ts'

/** The names of fields with what stands in them. */
export type Input = readonly (readonly [name: string, text: string])[]

export type Drafts = ReturnType<typeof createDrafts>

/**
 * What was typed into forms that are not answered, by the forms' names. Everything is held in memory until
 * the form is shown again. What a reload must not lose either is stored in this tab, and nothing secret.
 */
export function createDrafts() {
  const held = new Map<string, Input>()

  function forget(form: string) {
    held.delete(form)
    tabStore.forget(placeOf(form))
  }

  return {
    hold: (form: string, data: FormData) => void held.set(form, inputOf(data)),
    store(form: string, input: Input) {
      const open = input.filter(([name]) => !secret.test(name))
      if (open.length > 0) tabStore.write(placeOf(form), open)
      else tabStore.forget(placeOf(form))
    },
    read: (form: string): Input => held.get(form) ?? storedInput(form),
    /** It stands in its form again, and is held no longer. */
    release: (form: string) => void held.delete(form),
    forget,
    /** No password outlives the way from its form to an error page and back. */
    forgetPasswords() {
      for (const [form, input] of held) {
        held.set(
          form,
          input.filter(([name]) => !secret.test(name)),
        )
      }
    },
    /** The player leaves for good. */
    clear: () => held.clear(),
  }
}

/** Passwords, codes, and the traps of a form. */
const secret = /password|code$|^UsageNameHoneyPot$|^Additional$/i

/** The texts of a form, without files. */
export function inputOf(data: FormData): Input {
  return [...data].filter((entry): entry is [string, string] => typeof entry[1] === 'string')
}

function storedInput(form: string): Input {
  const stored = tabStore.read(placeOf(form))
  if (!Array.isArray(stored)) return []
  return stored.filter(
    (entry): entry is [string, string] =>
      Array.isArray(entry) && entry.length === 2 && entry.every((each) => typeof each === 'string'),
  )
}

const placeOf = (form: string) => `input.${form}`
