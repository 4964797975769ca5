/** Prints the medians of every measurement. Returns whether all budgets are kept. */
export function printTable(results) {
  const rows = [...results].flatMap(([measurement, rounds]) => {
    if (rounds.length === 0) return []
    const figures = mediansOf(rounds)
    const unknown = { isKept: true, text: '' }
    const { isKept, text } = measurement.budget?.(figures) ?? unknown
    const lines = Object.entries(figures).map(([name, value]) => `${name} ${rounded(value)}`)
    return [{ title: measurement.title, lines, text, isKept }]
  })
  for (const { title, lines, text, isKept } of rows) {
    console.log(`\n${isKept ? '   ' : ' ! '}${title}`)
    for (const line of lines) console.log(`     ${line}`)
    if (text !== '') console.log(`     → ${text}${isKept ? '' : ' — MISSED'}`)
  }
  return rows.every(({ isKept }) => isKept)
}

function mediansOf(rounds) {
  const names = Object.keys(rounds[0] ?? {})
  return Object.fromEntries(
    names.map((name) => [name, median(rounds.map((figures) => figures[name]))]),
  )
}

function median(values) {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

function rounded(value) {
  return value >= 100 ? Math.round(value).toLocaleString('en') : Number(value.toPrecision(3))
}
