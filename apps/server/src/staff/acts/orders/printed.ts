/** Data for people: a table for uniform rows, lines for other values. */
export function printed(data: unknown): string {
  if (Array.isArray(data)) return data.length === 0 ? 'None.' : tableOf(data as Row[])
  if (typeof data !== 'object' || data === null) return cellOf(data)
  const entries = Object.entries(data)
  const width = Math.max(0, ...entries.map(([name]) => name.length))
  return entries
    .map(([name, value]) => {
      if (isSentences(value)) return `${name}\n${indented(value.map(cellOf).join('\n'))}`
      const isTable = Array.isArray(value) && typeof value[0] === 'object'
      return isTable
        ? `${name}\n${indented(printed(value))}`
        : `${name.padEnd(width)}  ${cellOf(value)}`
    })
    .join('\n')
}

/** Such as warnings, which commas between them would run together. */
function isSentences(value: unknown): value is readonly string[] {
  return (
    Array.isArray(value) && value.some((each) => typeof each === 'string' && each.endsWith('.'))
  )
}

type Row = Readonly<Record<string, unknown>>

function tableOf(rows: readonly Row[]): string {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const lines = [names, ...rows.map((row) => names.map((name) => cellOf(row[name])))]
  const widths = names.map((_, at) => Math.max(...lines.map((line) => line[at]?.length ?? 0)))
  return lines
    .map((line) =>
      line
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

function cellOf(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) return value.length === 0 ? '–' : value.map(cellOf).join(', ')
  // Names of accounts elsewhere are foreign text: none may move the cursor.
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.replaceAll(/\p{Cc}/gu, ' ')
}

function indented(text: string): string {
  return text.replaceAll(/^/gm, '  ')
}
