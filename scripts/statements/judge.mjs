// The statements with what they break, and which of it is allowed.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../bootstrap.mjs'
import { analyse } from './analyse.mjs'
import { breachesOf } from './rules.mjs'

const text = readFileSync(join(root, 'docs/scale.md'), 'utf8')
const [, section] = /^### Statements without a key$([^]*?)^##/m.exec(text)
const rows = [...section.matchAll(/^\| ([^|]+) \| [^|]+ \| (`[^|]+) \| ([^|]+) \|$/gm)]
/** The statements that break a rule for a reason: the table of docs/scale.md. */
export const exceptions = rows.map(([, kind, statements, rules]) => ({
  kind,
  places: [...statements.matchAll(/`([^`]+)`/g)].map(([, place]) => place),
  rules: rules.split(', '),
}))

/** Analyses recorded statements, and adds to each its breaches with what allows them. */
export async function judge(record, allowed = exceptions) {
  const judgeOne = async (statement) => {
    const analysis = await analyse(statement.text)
    const own = allowed.filter(({ places }) => places.includes(statement.place))
    const breaches = breachesOf(analysis).map((breach) => ({
      ...breach,
      exception: own.find(({ rules }) => rules.includes(breach.rule)),
    }))
    return { ...statement, ...analysis, breaches }
  }
  return Promise.all(record.map(judgeOne))
}

/** Lists the problems of judged statements, one sentence each. */
export function problemsOf(judged, allowed = exceptions) {
  const forbidden = judged.flatMap(({ place, text, breaches }) =>
    breaches
      .filter(({ exception }) => exception === undefined)
      .map(({ what }) => `${place} ${what}: ${text.slice(0, 300)}`),
  )
  const isNeeded = (asked, rules) =>
    judged.some(
      ({ place, breaches }) => place === asked && breaches.some(({ rule }) => rules.includes(rule)),
    )
  const idle = allowed.flatMap(({ places, rules }) =>
    places.filter((place) => !isNeeded(place, rules)),
  )
  return [
    ...forbidden,
    ...idle.map(
      (place) => `docs/scale.md names ${place}, which breaks no such rule: take it away.`,
    ),
  ]
}
