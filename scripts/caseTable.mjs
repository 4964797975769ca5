// The table of cases in docs/security.md.

const columns = {
  alone: 'By itself',
  pglite: 'PGlite',
  postgres: 'PostgreSQL',
  nodes: 'Two servers',
  browser: 'Browser',
}
const places = Object.keys(columns)

/** The sign of a case in one place: passed, failed, or nothing. */
export function signOf(id, place, results) {
  const outcomes = Object.values(results).flatMap((run) => run.places[place] ?? [])
  if (outcomes.some(({ failed }) => failed.split(' ').includes(id))) return '✗'
  return outcomes.some(({ passed }) => passed.split(' ').includes(id)) ? '✓' : ''
}

/** The table with a section for each group of cases, and the dates of the runs. */
export function caseTable(groups, results) {
  const held = groups.map(({ cases }) => countHeld(Object.keys(cases), results))
  const all = groups.flatMap(({ cases }) => Object.keys(cases)).length
  const runs = Object.entries(results).map(([stage, { date }]) => `${stage} on ${date}`)
  const sum = held.reduce((sum, count) => sum + count, 0)
  return [
    `${sum} of ${all} cases hold, after the runs ${runs.join(', ') || 'to come'}. The authors of the product wrote the cases and their tests; nobody outside has audited them.`,
    ...groups.map((group, index) => partOf(group, held[index], results)),
  ].join('\n\n')
}

function partOf({ title, intro, cases }, held, results) {
  const rows = Object.entries(cases).map(([id, about]) => {
    const signs = places.map((place) => signOf(id, place, results))
    const shown = signs.some((sign) => sign !== '') ? signs : ['not run', ...signs.slice(1)]
    return `| ${id} | ${about} | ${shown.join(' | ')} |`
  })
  return [
    `<details><summary><b>${title}</b> – ${held} of ${rows.length}</summary>`,
    '',
    intro,
    '',
    `| Case | What holds, or is tried | ${Object.values(columns).join(' | ')} |`,
    `|---|---|${':-:|'.repeat(places.length)}`,
    ...rows,
    '',
    '</details>',
  ].join('\n')
}

function countHeld(ids, results) {
  return ids.filter((id) => {
    const signs = new Set(places.map((place) => signOf(id, place, results)))
    return signs.has('✓') && !signs.has('✗')
  }).length
}
