import { tabStore } from '../storage/tabStore.ts'

/** The names of fields with what stands in them. */
export type Input = readonly (readonly [name: string, text: string])[]

/**
 * What was typed into forms that are not answered, by the forms' names. Everything is held in memory until
 * the form is shown again. What a reload must not lose either is stored in this tab, and nothing secret.
 */
export interface Drafts {
  hold(form: string, data: FormData): void
  store(form: string, input: Input): void
  /** The page is loaded anew. */
  storeAll(): void
  read(form: string): Input
  /** It stands in its form again. What is stored stays where `isStored`. */
  release(form: string, isStored: boolean): void
  forget(form: string): void
  /** No password outlives the way from its form to an error page and back. */
  forgetPasswords(): void
  /** The player leaves for good. */
  clear(): void
}

export function createDrafts(): Drafts {
  const held = new Map<string, Input>()

  function store(form: string, input: Input) {
    tabStore.keep(placeOf(form), withoutSecrets(input))
  }

  function forget(form: string) {
    held.delete(form)
    tabStore.forget(placeOf(form))
  }

  return {
    hold: (form, data) => void held.set(form, inputOf(data)),
    store,
    storeAll() {
      for (const [form, input] of held) store(form, input)
    },
    read: (form) => held.get(form) ?? storedInput(form),
    release: (form, isStored) => void (isStored ? held.delete(form) : forget(form)),
    forget,
    forgetPasswords() {
      for (const [form, input] of held) held.set(form, withoutSecrets(input))
    },
    clear: () => held.clear(),
  }
}

/** The texts of a form, without files. */
export function inputOf(data: FormData): Input {
  return [...data].filter((entry): entry is [string, string] => typeof entry[1] === 'string')
}

function withoutSecrets(input: Input): Input {
  return input.filter(([name]) => !/password/i.test(name))
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
