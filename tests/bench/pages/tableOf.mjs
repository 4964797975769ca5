/** A table in Markdown: a row a page, the median of each of its figures. */
export function tableOf(measured) {
  const names = Object.keys([...measured.values()][0]?.[0] ?? {})
  const rows = [...measured].map(([page, rounds]) => [
    page,
    ...names.map((name) => rounded(median(rounds.map((figures) => figures[name])))),
  ])
  const lines = [['', ...names], ['---', ...names.map(() => '---:')], ...rows]
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

export function median(values) {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

function rounded(value) {
  return String(value >= 100 ? Math.round(value) : Number(value.toPrecision(3)))
}
