import { type RefObject, useEffect } from 'react'
import { type Input, inputOf } from '../../context/drafts.ts'
import { usePortal } from '../../context/portal.ts'

type Field = HTMLInputElement | HTMLTextAreaElement

/** Until when input is stored: what begins a registration or a log-in is until the player is logged in. */
export type DraftLifetime = 'nothing' | 'until-sent' | 'until-entered'

/**
 * Fills a form with what was typed into it before, where the player has typed nothing since; parts of the
 * form learn of it, and of what was typed before the portal came. Answers how to store what it has.
 */
export function useDraft(
  name: string,
  form: RefObject<HTMLFormElement | null>,
  lifetime: DraftLifetime = 'until-sent',
): (form: HTMLFormElement) => void {
  const { drafts } = usePortal()

  useEffect(() => {
    if (form.current === null) return
    fill(form.current, drafts.read(name))
    drafts.release(name)
    announceInput(form.current)
  }, [drafts, form, name])

  return (shown) => {
    if (lifetime === 'nothing') return
    const input = inputOf(new FormData(shown))
    drafts.store(
      name,
      input.filter(([field]) => shown.querySelector(`${named(field)}[data-unkept]`) === null),
    )
  }
}

function fill(form: HTMLFormElement, input: Input): void {
  for (const [name, text] of input) {
    for (const field of form.querySelectorAll<Field>(named(name))) {
      // By a click, as the player does it: React learns of it.
      if (isChosen(field) && field.value === text && !field.checked) field.click()
      else if (isTyped(field) && field.value === field.defaultValue) field.value = text
    }
  }
}

function announceInput(form: HTMLFormElement): void {
  for (const field of form.querySelectorAll<Field>('input,textarea')) {
    if (!isTyped(field) || field.value === field.defaultValue) continue
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
}

const named = (name: string) => `:is(input,textarea)[name="${CSS.escape(name)}"]`

function isChosen(field: Field): field is HTMLInputElement {
  return field.type === 'checkbox' || field.type === 'radio'
}

function isTyped({ type }: Field): boolean {
  return !/^(?:checkbox|radio|hidden|file)$/.test(type)
}
