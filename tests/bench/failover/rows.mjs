/** Requests that write, and some that only read; the rest reads too, and writes now and then. */
const writes = new Set(['log-in', 'registration', 'confirmation', 'refresh', 'linking', 'code'])
const reads = new Set(['token', 'userinfo', 'connections'])
/** A server answers within three seconds; the rest is for a busy machine. */
const longestMs = 4000

/** The figures of a failure. */
export function rowOf(load, { name, from, to, lost }) {
  const own = load.requests.filter((each) => each.from + each.ms >= from && each.from < to)
  return {
    name,
    withoutWrites: longestGap(own, writes, { from, to }),
    withoutReads: longestGap(own, reads, { from, to }),
    requests: own.length,
    failed: own.filter(({ isGood }) => !isGood).length,
    wrong: own.filter(({ isGood, statusCode }) => !isGood && statusCode !== 503).length,
    longest: Math.max(0, ...own.map(({ ms }) => ms)) / 1000,
    lost: lost.length,
    lostWrites: lost.map(({ kind, at }) => `${kind} at ${((at - from) / 1000).toFixed(1)} s`),
  }
}

/** The longest time between two good answers, in seconds. */
function longestGap(requests, kinds, { from, to }) {
  const moments = requests
    .filter(({ step, isGood }) => isGood && kinds.has(step))
    .map((each) => each.from + each.ms)
    .filter((at) => at < to)
    .toSorted((a, b) => a - b)
  let longest = 0
  let last = from
  for (const at of [...moments, to]) {
    longest = Math.max(longest, at - last)
    last = at
  }
  return longest / 1000
}

export function printRows(name, rows) {
  console.log(`
${name}

| Failure | Seconds without writes | Without reads | Requests | Failed | Longest request, s | Acknowledged writes lost |
|---|--:|--:|--:|--:|--:|--:|
${rows.map(lineOf).join('\n')}
`)
  for (const { kinds, notReady, whole, again, lostWrites } of rows.length === 1 ? rows : []) {
    console.log(
      `    whole again after ${(whole / 1000).toFixed(1)} s; not ready for ${notReady.seconds} s, slowest ${notReady.slowest.toFixed(0)} ms: ${notReady.statuses.join(' / ')}`,
    )
    if (again.length > 0) console.log(`    made again by hand: ${again.join(', ')}`)
    if (lostWrites.length > 0) console.log(`    lost: ${lostWrites.slice(0, 20).join(', ')}`)
    for (const [line, { length }] of [...kinds].slice(0, 12))
      console.log(`    ${length} × ${line.replaceAll('\n', ' ')}`)
  }
}

function lineOf(row) {
  const seconds = [row.withoutWrites, row.withoutReads].map((each) => each.toFixed(1))
  const counts = [row.requests, row.failed, row.longest.toFixed(1), row.lost]
  return `| ${[row.name, ...seconds, ...counts].join(' | ')} |`
}

/** The promises that a failure broke. */
export function judgeRow({ wrong, longest, lost, notReady, again }, isSynchronous) {
  return [
    ...again.map((name) => `${name} was made again by hand.`),
    // A player whose session is lost is refused, and rightly.
    ...(wrong === 0 || lost > 0 ? [] : [`${wrong} answers were wrong.`]),
    ...(longest * 1000 <= longestMs ? [] : [`A request took ${longest.toFixed(1)} s.`]),
    ...(lost > 0 && isSynchronous ? [`${lost} acknowledged writes are lost.`] : []),
    ...(notReady.slowest < 1000 ? [] : [`/readyz took ${notReady.slowest.toFixed(0)} ms.`]),
  ]
}
