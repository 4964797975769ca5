/* Keys lead through the rows of a screen, whichever list they are of. */

/** Moves the focus to the next row of a list, or the one before. */
export function moveRow(by: 1 | -1): void {
  const links = [...document.querySelectorAll<HTMLElement>('tr[data-row] [data-open]')]
  const row = document.activeElement?.closest('tr')
  const at = links.findIndex((link) => link.closest('tr') === row)
  const next = at === -1 ? (by === 1 ? 0 : links.length - 1) : at + by
  const link = links[Math.min(Math.max(next, 0), links.length - 1)]
  link?.focus()
  link?.scrollIntoView({ block: 'nearest' })
}

export function selectRow(): void {
  const box = document.activeElement?.closest('tr')?.querySelector<HTMLElement>('[data-select]')
  box?.click()
}
