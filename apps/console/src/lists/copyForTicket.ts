/* Rows as they are seen, for a ticket: as Markdown and as a table of HTML. */

interface Copied {
  readonly head: readonly string[]
  readonly rows: readonly (readonly string[])[]
  /** Where it comes from: deployment, time zone, person, address. */
  readonly source: string
}

/** A program for tables would compute what begins like a formula, also after a quote. */
function harmless(text: string): string {
  const plain = text.replaceAll('\0', '').replaceAll(/\s+/g, ' ').trim()
  return /^["']?[=+\-@]/.test(plain) && plain !== '–' ? `'${plain}` : plain
}

const cell = (text: string) => harmless(text).replaceAll(/[\\|`*_<>[\]]/g, String.raw`\$&`)

const line = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`

export function asMarkdown({ head, rows, source }: Copied): string {
  const rule = `|${'---|'.repeat(head.length)}`
  return [line(head), rule, ...rows.map(line), '', source].join('\n')
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escaped = (text: string) => text.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? sign)

export function asHtml({ head, rows, source }: Copied): string {
  const cells = (tag: string, texts: readonly string[]) =>
    texts.map((text) => `<${tag}>${escaped(harmless(text))}</${tag}>`).join('')
  const body = rows.map((row) => `<tr>${cells('td', row)}</tr>`).join('')
  return `<table><thead><tr>${cells('th', head)}</tr></thead><tbody>${body}</tbody></table><p>${escaped(source)}</p>`
}

const textOf = (element: Element) => (element as HTMLElement).innerText

/** The rows that `c` copies: the selected ones, else that of the focus. */
function chosenRows(): readonly HTMLTableRowElement[] {
  const rows = [...document.querySelectorAll<HTMLTableRowElement>('tr[data-row]')]
  const selected = rows.filter((row) => row.querySelector('[data-select]:checked') !== null)
  if (selected.length > 0) return selected
  return rows.filter((row) => row.contains(document.activeElement)).slice(0, 1)
}

function readRows(): Omit<Copied, 'source'> | null {
  const rows = chosenRows()
  const [first] = rows
  if (first !== undefined) {
    const head = [...(first.closest('table')?.querySelectorAll('thead th') ?? [])].map(textOf)
    const cells = (row: Element) => [...row.querySelectorAll(':scope > :not(.select)')].map(textOf)
    return { head, rows: rows.map(cells) }
  }
  const facts = [...document.querySelectorAll('[data-copy] > .facts > div')]
  if (facts.length === 0) return null
  const [head, row] = ['dt', 'dd'].map((tag) =>
    facts.map((fact) => textOf(fact.querySelector(tag) ?? fact)),
  )
  return { head: head ?? [], rows: [row ?? []] }
}

/** Copies what is selected, has the focus or is the open record. Returns the sentence about it. */
export async function copyForTicket(person: string): Promise<string | null> {
  const read = readRows()
  if (read === null) return null
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  const now = new Date().toISOString().slice(0, 16).replace('T', ' ')
  const link = document.activeElement?.closest('tr')?.querySelector<HTMLAnchorElement>('a')?.href
  const where = read.rows.length === 1 ? (link ?? location.href) : location.href
  const source = `${where} · times in ${timeZone} · copied by ${person}, ${now} UTC`
  const copied = { ...read, source }
  await navigator.clipboard.write([
    new ClipboardItem({
      'text/plain': new Blob([asMarkdown(copied)], { type: 'text/plain' }),
      'text/html': new Blob([asHtml(copied)], { type: 'text/html' }),
    }),
  ])
  return read.rows.length === 1
    ? 'Copied for a ticket.'
    : `${read.rows.length} rows copied for a ticket.`
}
