import type { Locator, Page } from '@playwright/test'
import { pseudo } from './pseudoLocale.ts'

type Scope = Page | Locator

/** A button, link, tab or menu entry with exactly this name, whatever its case. */
export function control(scope: Scope, name: string): Locator {
  const named = { name: exactly(name) }
  return scope
    .getByRole('button', named)
    .or(scope.getByRole('link', named))
    .or(scope.getByRole('tab', named))
    .or(scope.getByRole('menuitem', named))
    .first()
}

/** A field with exactly this label, whatever its case. */
export function field(scope: Scope, label: string): Locator {
  return scope.getByLabel(exactly(label))
}

/** The checkbox whose name contains these words. */
export function box(scope: Scope, words: string): Locator {
  return scope.getByRole('checkbox', { name: saying(words) })
}

export function submit(scope: Scope): Locator {
  return scope.locator('form button[type=submit]')
}

/** Replaces what a field holds, key by key. */
export async function type(field: Locator, text: string): Promise<void> {
  await field.fill('')
  await field.pressSequentially(text)
}

/** How far down the page something stands. */
export async function topOf(locator: Locator): Promise<number> {
  const box = await locator.boundingBox()
  if (box === null) throw new Error(`${locator.toString()} is not on the page.`)
  return box.y
}

/** What says exactly this, whatever its case: in the portal's language or in the pseudo-locale. */
export function exactly(name: string): RegExp {
  return new RegExp(`^\\s*(${ways(name)})\\s*$`, 'i')
}

/** What says this among other things, in the portal's language or in the pseudo-locale. */
export function saying(words: string): RegExp {
  return new RegExp(ways(words), 'i')
}

function ways(words: string): string {
  return [words, pseudo(words)]
    .map((text) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
    .join('|')
}
