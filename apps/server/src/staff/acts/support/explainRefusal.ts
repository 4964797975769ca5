import {
  type Explanation,
  explanations,
  faultExplanation,
  statusExplanations,
} from '@gatehouse/contract/explanations'

const byCode: ReadonlyMap<string, Explanation> = new Map(
  explanations.flatMap(({ codes, why, helps }) => codes.map((code) => [code, { why, helps }])),
)

/** The explanation of the first code that has one; else that of the status. */
export function explainRefusal(status: number, codes: readonly string[]): Explanation {
  const code = codes.find((each) => byCode.has(each))
  const known = code === undefined ? undefined : byCode.get(code)
  return known ?? statusExplanations[status] ?? faultExplanation
}
