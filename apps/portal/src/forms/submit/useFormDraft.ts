import { type RefObject, useEffect, useRef } from 'react'
import { type Input, inputOf } from '../../context/drafts.ts'
import { usePortal } from '../../context/portal.ts'

type Field = HTMLInputElement | HTMLTextAreaElement

/** Until when input is stored: what begins a registration or a log-in is until the player is logged in. */
export type DraftLifetime = 'nothing' | 'until-sent' | 'until-entered'

/**
 * Fills a form with what was typed into it before, where the player has typed nothing since; parts of the
 * form learn of it, and of what was typed before the portal came. What is chosen may bring further fields,
 * which are filled once they are there. Answers how to store what the form has.
 */
export function useFormDraft(
  name: string,
  form: RefObject<HTMLFormElement | null>,
  lifetime: DraftLifetime = 'until-sent',
): (form: HTMLFormElement) => void {
  const { drafts } = usePortal()
  const left = useRef<Input>([])

  useEffect(() => {
    if (form.current === null) return
    const before = drafts.read(name)
    drafts.release(name)
    for (const field of form.current.querySelectorAll<Field>('input,textarea')) {
      if (isTyped(field) && field.value !== field.defaultValue) announce(field)
    }
    left.current = fill(form.current, before)
  }, [drafts, form, name])

  useEffect(() => {
    if (form.current !== null) left.current = fill(form.current, left.current)
  })

  return (shown) => {
    if (lifetime === 'nothing') return
    const input = inputOf(new FormData(shown))
    drafts.store(
      name,
      input.filter(([field, text]) =>
        isKept([...shown.querySelectorAll<Field>(named(field))], text),
      ),
    )
  }
}

/** An empty field is kept where it came with a text: the player has taken that away. */
function isKept(fields: readonly Field[], text: string): boolean {
  return (
    fields.every(({ dataset }) => !('unkept' in dataset)) &&
    fields.some(({ defaultValue }) => text !== '' || defaultValue !== '')
  )
}

/** Answers what has no field yet. */
function fill(form: HTMLFormElement, input: Input): Input {
  return input.filter(([name, text]) => {
    const fields = [...form.querySelectorAll<Field>(named(name))].filter(
      (field) => !isChosen(field) || field.value === text,
    )
    for (const field of fields) {
      // By a click, as the player does it: React learns of it.
      if (isChosen(field) && !field.checked) field.click()
      else if (isTyped(field) && field.value === field.defaultValue) {
        field.value = text
        announce(field)
      }
    }
    return fields.length === 0
  })
}

function announce(field: Field): void {
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

const named = (name: string) => `:is(input,textarea)[name="${CSS.escape(name)}"]`

function isChosen(field: Field): field is HTMLInputElement {
  return field.type === 'checkbox' || field.type === 'radio'
}

function isTyped({ type }: Field): boolean {
  return !/^(?:checkbox|radio|hidden|file)$/.test(type)
}
