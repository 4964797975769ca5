// MDN's observatory checks the headers, and csp_evaluator checks the policy of every page.
import { existsSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { openFront } from './openFront.mjs'
import { openTarget } from './openTarget.mjs'
import { tool, toolPath } from './tools.mjs'

export const title = 'MDN observatory, and csp_evaluator on every kind of page'

const pages = ['/', '/login', '/register', '/account', '/confirm-email?uid=x', '/no-such-page']

export async function run() {
  const front = await openFront()
  setDefaultCACertificates([...getCACertificates(), front.certificate])
  const host = `localhost:${front.httpsPort}`
  const target = await openTarget({ kind: 'production', host }).catch((error) => {
    front.close()
    throw error
  })
  try {
    front.serve(target.port)
    const { grade, findings } = await observe(front)
    const policies = await Promise.all(
      pages.map((page) => evaluate(`https://${host}${page}`, page)),
    )
    return {
      covered: `the observatory's grade is ${grade}; ${pages.length} pages`,
      findings: [...findings, ...policies.flat()],
    }
  } finally {
    front.close()
    await target.end()
  }
}

/** Runs the observatory's tests and its grading, as for a public host outside the preload list. */
async function observe({ httpPort, httpsPort }) {
  const source = dirname(toolPath('@mdn/mdn-http-observatory'))
  // The install script would fetch the list of preloaded hosts, which cannot contain localhost.
  const preloaded = join(source, '../conf/hsts-preload.json')
  if (!existsSync(preloaded)) writeFileSync(preloaded, '{}')
  const { retrieve } = await import(join(source, 'retriever/retriever.js'))
  const { ALL_TESTS } = await import(join(source, 'constants.js'))
  const { getGradeForScore, getScoreModifier } = await import(join(source, 'grader/grader.js'))
  const retrieved = await retrieve('localhost', { httpPort, httpsPort, path: '/login' })
  const outcomes = ALL_TESTS.map((test) => test(retrieved))
  const marks = outcomes.map(({ result }) => (result === null ? 0 : getScoreModifier(result)))
  const { grade, score } = getGradeForScore(marks.reduce((sum, mark) => sum + mark, 100))
  return {
    grade: `${grade} (${score})`,
    findings: outcomes
      .filter(({ pass }) => !pass)
      .map(({ result }) => ({ id: `observatory ${result}`, detail: 'not passed' })),
  }
}

/** The certain and possible findings of Google's evaluator, without its remarks. */
async function evaluate(url, page) {
  const { CspEvaluator } = await tool('csp_evaluator/dist/evaluator.js')
  const { CspParser } = await tool('csp_evaluator/dist/parser.js')
  const { Severity } = await tool('csp_evaluator/dist/finding.js')
  const answer = await fetch(url, { headers: { accept: 'text/html' }, redirect: 'manual' })
  const policy = answer.headers.get('content-security-policy')
  if (policy === null) return [{ id: `csp ${page}`, detail: `no policy, status ${answer.status}` }]
  return new CspEvaluator(new CspParser(policy).csp)
    .evaluate()
    .filter(({ severity }) => severity < Severity.INFO)
    .map(({ directive, value, description }) => ({
      id: `csp ${directive} ${value ?? ''}`,
      detail: `${page}: ${description}`,
    }))
}
