// The statements with what they break, and which of it is allowed.
import { analyse } from './analyse.mjs'
import { exceptions } from './exceptions.mjs'
import { breachesOf } from './rules.mjs'

/** Analyses recorded statements, and adds to each its breaches with what allows them. */
export async function judge(record, allowed = exceptions) {
  const judged = []
  for (const statement of record) {
    const analysis = await analyse(statement.text)
    const breaches = breachesOf(analysis).map((breach) => ({
      ...breach,
      exception: allowed.find(
        ({ places, rules }) => places.includes(statement.place) && rules.includes(breach.rule),
      ),
    }))
    judged.push({ ...statement, ...analysis, breaches })
  }
  return judged
}

/** Lists the problems of judged statements, one sentence each. */
export function problemsOf(judged, allowed = exceptions) {
  const breaches = judged.flatMap((statement) =>
    statement.breaches.map((breach) => ({ statement, ...breach })),
  )
  const isNeeded = (place, rules) =>
    breaches.some(({ statement, rule }) => statement.place === place && rules.includes(rule))
  return [
    ...breaches
      .filter(({ exception }) => exception === undefined)
      .map(({ statement, what }) => `${statement.place} ${what}: ${short(statement.text)}`),
    ...allowed.flatMap(({ places, rules }) =>
      places
        .filter((place) => !isNeeded(place, rules))
        .map((place) => `exceptions.mjs names ${place}, which breaks no such rule: take it away.`),
    ),
  ]
}

function short(text) {
  return text.length > 300 ? `${text.slice(0, 300)} …` : text
}
