/* Tables as CSV (RFC 4180), for spreadsheets. */

/**
 * One cell: a spreadsheet would compute a text that begins like a formula, also after a quote, and
 * at the beginning of a line within it.
 */
function cellOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return String(value)
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const plain = text.replaceAll('\0', '')
  const harmless = /(?:^|[\r\n])["' ]*[=+\-@\t\r＝＋－＠]/.test(plain) ? `'${plain}` : plain
  const oneLine = harmless.replaceAll(/(?:\r\n|[\r\n])+/g, ' ')
  return /[",;\t']/.test(oneLine) ? `"${oneLine.replaceAll('"', '""')}"` : oneLine
}

/** The text of a file, with the mark by which spreadsheets know that it is UTF-8. */
export function asCsv(head: readonly string[], rows: readonly (readonly unknown[])[]): string {
  const lines = [head, ...rows].map((cells) => cells.map(cellOf).join(','))
  return `\uFEFF${lines.join('\r\n')}\r\n`
}
