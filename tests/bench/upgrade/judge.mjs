/** No request takes longer, in milliseconds. */
const longestMs = 3000
/** A second is slow where a tenth of its requests takes over so many times what is usual. */
const slow = 2

/** Prints the table of docs/upgrading.md: a row a step. */
export function printTable(load, phases) {
  const isSlow = slownessOf(load, phases[0])
  const rows = phases.map(({ name, from, to }) => {
    const own = load.requests.filter((each) => each.from >= from && each.from < to)
    const count = (is) => own.filter(is).length
    return [
      name,
      Math.round((to - from) / 1000),
      own.length,
      count(({ isGood, isCut }) => !isGood && !isCut),
      count(({ isCut }) => isCut),
      isSlow(from, to),
      (Math.max(0, ...own.map(({ ms }) => ms)) / 1000).toFixed(2),
    ]
  })
  console.log(`
| Step | Seconds | Requests | Failed | Cut by kill -9, good when repeated | Slow seconds | Longest request, s |
|---|--:|--:|--:|--:|--:|--:|
${rows.map((row) => `| ${row.join(' | ')} |`).join('\n')}
`)
}

const p90 = (list) => list.toSorted((a, b) => a - b)[Math.floor(list.length * 0.9)]

/** Counts the slow seconds of a span, by the 90th percentile of each kind of request in the usual step. */
function slownessOf({ requests }, usual) {
  const within = (from, to) => requests.filter((each) => each.from >= from && each.from < to)
  const kinds = Map.groupBy(within(usual.from, usual.to), ({ step }) => step)
  const known = new Map([...kinds].map(([step, own]) => [step, p90(own.map(({ ms }) => ms))]))
  return (from, to) => {
    let count = 0
    for (let at = from; at < to; at += 1000) {
      const times = within(at, at + 1000).map(({ step, ms }) => ms / (known.get(step) ?? Infinity))
      if (times.length > 0 && p90(times) > slow) count += 1
    }
    return count
  }
}

/** The promises that are broken, a sentence each. */
export function judge(load, { phases, lost, problem }) {
  const { twice, again, never } = load.judgeMails()
  const [first] = phases
  const counted = load.requests.filter(({ from }) => from >= first.from)
  const longest = Math.max(...counted.map(({ ms }) => ms))
  const kinds = Map.groupBy(load.failures, (line) => line.slice(0, 100))
  console.log(
    `${load.mails.length} mails, ${load.mailed.size} of registrations: ${twice} twice, ${never.length} never, ${again} again under their own id; ${lost ?? '?'} sessions lost of ${load.sessions.size} and ${load.siteTokens.length} of sites; cut: ${load.cut.length}`,
  )
  return [
    ...(problem === null ? [] : [problem]),
    ...[...kinds].slice(0, 10).map(([line, { length }]) => `${length} requests failed: ${line}`),
    ...(lost === 0 || lost === null ? [] : [`${lost} sessions are lost.`]),
    ...(twice === 0 ? [] : [`${twice} mails came twice.`]),
    ...(never.length === 0 ? [] : [`${never.length} mails never came.`]),
    ...(longest <= longestMs ? [] : [`A request took ${(longest / 1000).toFixed(1)} s.`]),
  ]
}
