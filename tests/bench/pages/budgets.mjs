// The budgets of a page: a fixed figure, or so many times a floor of the same run, so that the
// machine does not matter.
import { median } from './tableOf.mjs'

const plain = 'floor: a form without a script'
const hydrated = 'floor: React, prerendered and hydrated'
const lcp = 'LCP (s)'
const usable = 'usable (s)'
const script = 'script before usable (KB)'

/**
 * The budget of a figure is `most` times that of the page `of`, with `and` besides; or `most`
 * itself. Those of the account are seconds of a machine on which the LCP of React's form was 0.74.
 */
const lcpOfReact = { of: [hydrated, lcp] }
const budgets = [
  ...['login', 'home'].flatMap((page) => [
    { page, figure: lcp, most: 1.25, of: [plain, lcp] },
    { page, figure: usable, most: 1.2, of: [hydrated, usable] },
    { page, figure: script, most: 95 },
  ]),
  { page: 'register', figure: script, most: 1, of: ['login', script], and: 12 },
  { page: 'account, signed in', figure: lcp, most: 1.6 / 0.74, ...lcpOfReact },
  { page: 'account, signed in', figure: usable, most: 2.2 / 0.74, ...lcpOfReact },
  { page: 'account, signed in', figure: script, most: 120 },
  { page: /, second visit$/, figure: usable, most: 1.5, of: [plain, usable] },
  { page: /, second visit$/, figure: 'all (KB)', most: 25 },
  { page: /^login in /, figure: lcp, most: 1.25, of: [plain, lcp] },
  { page: /^login in /, figure: script, most: 95 },
  { page: 'from the log-in to the account', figure: 'shown after the answer (ms)', most: 300 },
  { page: /^input: /, figure: 'INP (ms)', most: 150 },
]

/**
 * Prints each budget beside what was measured. Returns whether all were kept; what has no floor in
 * the run is not judged.
 */
export function judge(measured) {
  const figureOf = (page, figure) => {
    const rounds = measured.get(page)?.map((each) => each[figure])
    return rounds === undefined || rounds.includes(undefined) ? undefined : median(rounds)
  }
  const verdicts = budgets.flatMap(({ page, figure, most, of, and = 0 }) =>
    [...measured.keys()]
      .filter((name) => (typeof page === 'string' ? name === page : page.test(name)))
      .flatMap((name) => {
        const found = figureOf(name, figure)
        const unit = of === undefined ? 1 : figureOf(...of)
        if (found === undefined || unit === undefined) return []
        return [{ name, figure, found, unit: and === 0 ? unit : 1, limit: unit * most + and }]
      }),
  )
  for (const { name, figure, found, unit, limit } of verdicts) {
    const line = `${name}: ${figure} ${short(found / unit)}, budget ${short(limit / unit)}`
    console.log(`${found <= limit ? '   ' : ' ! '}${line}${unit === 1 ? '' : ' × the floor'}`)
  }
  return verdicts.every(({ found, limit }) => found <= limit)
}

const short = (value) => Number(value.toPrecision(3))
