import { type RefObject, useEffect, useRef } from 'react'
import { type Input, inputOf } from '../../context/drafts.ts'
import { usePortal } from '../../context/portal.ts'

type Field = HTMLInputElement | HTMLTextAreaElement

/** Until when input is stored: what begins a registration or a log-in is until the player is logged in. */
export type Keeping = 'nothing' | 'until-sent' | 'until-entered'

/**
 * Fills a form with what was typed into it before, where the player has typed nothing since; parts of the
 * form learn of it, and of what was typed before the portal came. What is chosen may bring further fields,
 * which are filled once they are there. Answers how to store what the form has.
 */
export function useDraft(
  name: string,
  form: RefObject<HTMLFormElement | null>,
  keeps: Keeping = 'until-sent',
): (form: HTMLFormElement) => void {
  const { drafts } = usePortal()
  const left = useRef<Input>([])

  useEffect(() => {
    if (form.current === null) return
    left.current = fill(form.current, drafts.read(name))
    drafts.release(name)
    announceInput(form.current.querySelectorAll('input,textarea'))
  }, [drafts, form, name])

  useEffect(() => {
    if (form.current === null || left.current.length === 0) return
    const waited = left.current
    left.current = fill(form.current, waited)
    const came = waited.filter((entry) => !left.current.includes(entry))
    for (const [field] of came) announceInput(form.current.querySelectorAll(named(field)))
  })

  return (shown) => {
    if (keeps === 'nothing') return
    const input = inputOf(new FormData(shown))
    drafts.store(
      name,
      input.filter(([field, text]) => isKept(shown.querySelectorAll(named(field)), text)),
    )
  }
}

/** An empty field is kept where it came with a text: the player has taken that away. */
function isKept(fields: NodeListOf<Field>, text: string): boolean {
  const all = [...fields]
  if (all.some((field) => 'unkept' in field.dataset)) return false
  return text !== '' || all.some((field) => isTyped(field) && field.defaultValue !== '')
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
      else if (isTyped(field) && field.value === field.defaultValue) field.value = text
    }
    return fields.length === 0
  })
}

function announceInput(fields: NodeListOf<Field>): void {
  for (const field of fields) {
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
