/**
 * Checks every row of a table in one test. Returns what fails, each with the name of its row, so that a
 * test that expects none shows all of them.
 */
export function failuresIn<Row>(
  rows: readonly Row[],
  nameOf: (row: Row) => string,
  check: (row: Row) => void,
): readonly string[] {
  if (rows.length === 0) return ['The table has no rows.']
  return rows.flatMap((row) => {
    try {
      check(row)
      return []
    } catch (error) {
      return [`${nameOf(row)}: ${error instanceof Error ? error.message : String(error)}`]
    }
  })
}
