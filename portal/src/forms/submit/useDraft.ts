import { type RefObject, useEffect } from 'react'
import { type Input, inputOf } from '../../context/drafts.ts'
import { usePortal } from '../../context/portal.ts'

type Field = HTMLInputElement | HTMLTextAreaElement

/**
 * Fills a form with what was typed into it before, where the player has typed nothing since; parts of the
 * form learn of it, and of what was typed before the portal came. Answers how to store the fields of
 * `isStored` in this tab.
 */
export function useDraft(
  name: string,
  form: RefObject<HTMLFormElement | null>,
  isStored: ((field: string, text: string) => boolean) | undefined,
): (form: HTMLFormElement) => void {
  const { drafts } = usePortal()
  const stores = isStored !== undefined

  useEffect(() => {
    if (form.current === null) return
    fill(form.current, drafts.read(name))
    drafts.release(name, stores)
    announceInput(form.current)
  }, [drafts, form, name, stores])

  return (shown) => {
    if (isStored === undefined) return
    const input = inputOf(new FormData(shown))
    drafts.store(
      name,
      input.filter(([field, text]) => text !== '' && isStored(field, text)),
    )
  }
}

function fill(form: HTMLFormElement, input: Input): void {
  for (const [name, text] of input) {
    const field = form.elements.namedItem(name)
    if (!isField(field)) continue
    // By a click, as the player does it: React learns of it.
    if (field.type === 'checkbox' && !field.checked) field.click()
    else if (isTyped(field) && field.value === field.defaultValue) field.value = text
  }
}

function announceInput(form: HTMLFormElement): void {
  for (const field of form.querySelectorAll<Field>('input,textarea')) {
    if (!isTyped(field) || field.value === field.defaultValue) continue
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
}

function isField(field: Element | RadioNodeList | null): field is HTMLInputElement {
  return field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement
}

function isTyped({ type }: Field): boolean {
  return !/^(checkbox|radio|hidden|file)$/.test(type)
}
