// The statements with what they break, and which of it is allowed.
import { readFileSync } from 'node:fs'
import { analyse } from './analyse.mjs'
import { exceptions } from './exceptions.mjs'
import { breachesOf } from './rules.mjs'

/**
 * What still breaks a rule and is to be mended: a place and a rule each. The list only shrinks, as
 * an entry that no statement needs is a problem.
 */
const notYet = JSON.parse(readFileSync(new URL('notYet.json', import.meta.url), 'utf8'))

/** Analyses recorded statements, and adds to each its breaches with what allows them. */
export async function judge(record, { allowed = exceptions, open = notYet } = {}) {
  const judged = []
  for (const statement of record) {
    const analysis = await analyse(statement.text)
    const breaches = breachesOf(analysis).map((breach) => ({
      ...breach,
      exception: allowed.find(
        ({ places, rules }) => places.includes(statement.place) && rules.includes(breach.rule),
      ),
      isOpen: open.includes(entryOf(statement, breach)),
    }))
    judged.push({ ...statement, ...analysis, breaches })
  }
  return judged
}

/** Lists the problems of judged statements, one sentence each. */
export function problemsOf(judged, { allowed = exceptions, open = notYet } = {}) {
  const breaches = judged.flatMap((statement) =>
    statement.breaches.map((breach) => ({ statement, ...breach })),
  )
  const needed = new Set(breaches.map(({ statement, ...breach }) => entryOf(statement, breach)))
  return [
    ...breaches
      .filter(({ exception, isOpen }) => exception === undefined && !isOpen)
      .map(({ statement, what }) => `${statement.place} ${what}: ${short(statement.text)}`),
    ...open
      .filter((entry) => !needed.has(entry))
      .map((entry) => `notYet.json names ${entry}, which no statement needs: take it away.`),
    ...allowed.flatMap(({ places, rules }) =>
      places
        .filter((place) => !rules.some((rule) => needed.has(entryOf({ place }, { rule }))))
        .map((place) => `exceptions.mjs names ${place}, which breaks no such rule: take it away.`),
    ),
  ]
}

/** A breach as notYet.json names it. */
export function entryOf({ place }, { rule }) {
  return `${place}: ${rule}`
}

function short(text) {
  return text.length > 300 ? `${text.slice(0, 300)} …` : text
}
