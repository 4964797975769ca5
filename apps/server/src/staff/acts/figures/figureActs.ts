import {
  countInWords,
  type Figure,
  figureActs,
  mostPeriods,
  smallestShown,
} from '@gatehouse/contract/acts/figureActs'
import { lifetimes } from '@gatehouse/contract/limits'
import { otherOption, type SurveyQuestion, surveyQuestions } from '@gatehouse/contract/survey'
import { listDeletionTypesOf } from '../../../database/accounts/deletionTypes.ts'
import { limitTime } from '../../../database/accounts/searchPlayers.ts'
import { countFactors } from '../../../database/auth/factors.ts'
import {
  countActive,
  countActiveOn,
  countActs,
  countAnswers,
  countDeletions,
  countLanguages,
  countMails,
  countRefusedLogIns,
  countSignUps,
  countSpentKeys,
  type Span,
} from '../../../database/operations/figures.ts'
import { listReasons, listSurveyTexts } from '../../../database/preferences/surveys.ts'
import type { Executor } from '../../../database/schema/executor.ts'
import { inTransaction } from '../../../database/transactions/inTransaction.ts'
import { cellsOf, countOfFactors, type Hiding, monthsOf, splitCounts } from './hiddenCounts.ts'
import { ActRefusedError } from '../orders/actRefusedError.ts'
import { type ActServices, type Audit, performedBy } from '../orders/run.ts'
import { printed } from '../orders/printed.ts'

/* Figures of a deployment, out of tables that are there anyway: no visitor is followed for them. */

type Counts = readonly {
  readonly period?: string
  readonly part: string
  readonly atom?: string
  readonly count: number
}[]

interface Counting extends Hiding {
  readonly name: string
  /** Seconds for which the rows are kept; null for those that are kept for good. */
  readonly keptFor: number | null
  /** The periods whose counts are compared with five: months are made of days, where it has them. */
  readonly grain: 'day' | 'month' | 'now'
  count(transaction: Executor, span: Span): Promise<Counts>
  /** The counts of months that are no sums of their days: of these days alone. */
  inMonths?(transaction: Executor, span: Span, days: readonly string[]): Promise<Counts>
}

/** Milliseconds that a figure may take on PostgreSQL: a request's connection gives no more. */
const figureWithin = 1900

const signUps = {
  partner: 'by a partner',
  confirmed: 'confirmed',
  unconfirmed: 'not confirmed yet',
} as const

const recoveries = {
  'password-set': 'password recovered',
  'email-restored': 'address taken back',
  frozen: 'account frozen',
  unfrozen: 'frozen account opened',
} as const

/** Counts by what `partOf` says of a row. */
function by<Row extends { readonly period?: string; readonly count: number }>(
  read: (transaction: Executor, span: Span) => Promise<readonly Row[]>,
  partOf: (row: Row) => string,
): Counting['count'] {
  return async (transaction, span) => {
    const rows = await read(transaction, span)
    return rows.map((row) => ({ ...row, part: partOf(row) }))
  }
}

const acts =
  (...names: readonly string[]) =>
  (transaction: Executor, span: Span) =>
    countActs(transaction, span, names)

/** Log-ins by all that two figures say of them. */
async function signIns(transaction: Executor, span: Span, partOf: (methods: Methods) => string) {
  const rows = await countActs(transaction, span, ['signed-in'])
  return rows.map(({ methods: given, ...row }) => {
    const methods = given ?? []
    return { ...row, part: partOf(methods), atom: `${wayOf(methods)}, ${secondStepOf(methods)}` }
  })
}

type Methods = readonly string[]

const figures: readonly Counting[] = [
  {
    name: 'sign-ups',
    keptFor: null,
    grain: 'day',
    // Launch day, and the access keys that were used.
    isSumTold: true,
    count: by(countSignUps, ({ part }) => signUps[part]),
  },
  {
    name: 'active players',
    keptFor: 2 * lifetimes.session,
    grain: 'day',
    count: by(countActive, () => 'players'),
    inMonths: (transaction, span, days) =>
      by(
        (executor) => countActiveOn(executor, span, days),
        () => 'players',
      )(transaction, span),
  },
  {
    name: 'log-ins',
    keptFor: lifetimes.activity,
    grain: 'day',
    isSumTold: true,
    count: (transaction, span) => signIns(transaction, span, wayOf),
  },
  {
    name: 'second steps',
    keptFor: lifetimes.activity,
    grain: 'day',
    isSumTold: true,
    count: (transaction, span) => signIns(transaction, span, secondStepOf),
  },
  {
    name: 'linked accounts',
    keptFor: lifetimes.activity,
    grain: 'day',
    count: by(acts('linked'), ({ service }) => service ?? 'another'),
  },
  {
    name: 'refused log-ins',
    keptFor: lifetimes.activityAddress,
    grain: 'day',
    count: countRefusedLogIns,
  },
  { name: 'mails', keptFor: lifetimes.postedMail, grain: 'day', count: countMails },
  {
    name: 'recoveries',
    keptFor: lifetimes.activity,
    grain: 'day',
    async count(transaction, span) {
      const rows = await countActs(transaction, span, Object.keys(recoveries))
      return rows
        .filter(({ act, how }) => act !== 'password-set' || how === 'recovered')
        .map(({ act, ...row }) => ({ ...row, part: recoveries[act as keyof typeof recoveries] }))
    },
  },
  {
    name: 'deletions',
    keptFor: null,
    // Days have so few that none would be shown.
    grain: 'month',
    async count(transaction, span) {
      const types = await listDeletionTypesOf(transaction, span.deployment)
      const nameOf = (type: number | null) =>
        types.find(({ Id }) => Id === type)?.Description ?? 'no reason that is offered'
      return by(countDeletions, ({ part }) => nameOf(part))(transaction, span)
    },
  },
  {
    name: 'factors',
    keptFor: null,
    grain: 'now',
    isSumTold: true,
    async count(transaction, { deployment }) {
      const rows = await countFactors(transaction, deployment)
      return rows.map((row) => {
        const { part, atom, count } = countOfFactors(row)
        return { part, atom, count }
      })
    },
  },
  {
    name: 'languages',
    keptFor: null,
    grain: 'now',
    isSumTold: true,
    count: by(
      (transaction, { deployment }) => countLanguages(transaction, deployment),
      ({ part }) => part ?? 'as the browser says',
    ),
  },
]

export const figurePerformers = performedBy(figureActs, {
  'figures show': async ({ services }, order) => {
    const wanted = figures.filter(({ name }) => name === (order.figure ?? name))
    return answerOf(await figuresOf(services, spanOf(order, services.clock.now()), wanted))
  },
  'deletion-types statistics': async ({ services }, order) => {
    const span = spanOf({ ...order, by: 'month' }, services.clock.now())
    const deletions = figures.filter(({ name }) => name === 'deletions')
    return answerOf(await figuresOf(services, span, deletions))
  },
  'deletion-types texts': async ({ services, audit }, order) => {
    return textsOf(services, order, audit, (executor, page) =>
      listReasons(executor, order.deployment, page),
    )
  },
  'surveys texts': async ({ services, audit }, order) => {
    if (await wouldTellOthers(services, order)) return { data: { texts: [], next: null } }
    return textsOf(services, order, audit, (executor, page) =>
      listSurveyTexts(executor, order.deployment, order.question, page),
    )
  },
  'access-keys usage': async ({ services }, order) => {
    const span = spanOf(order, services.clock.now())
    return answerOf(await figuresOf(services, span, [spentKeys]))
  },
  'surveys results': async ({ services: { database } }, { deployment }) => {
    const fields = questions.map(({ field }) => field)
    const rows = await inTransaction(database.kysely, async (transaction) => {
      await limitTime(transaction, figureWithin)
      return countAnswers(transaction, deployment, fields)
    })
    const data = questions.map((question) => {
      const own = rows.filter(({ question: field }) => field === question.field)
      const counts = own.map(({ answer, count }) => {
        return { period: null, part: optionOf(question, answer), count }
      })
      // Each answer to the others is of one player: their sum is that of the whole survey.
      const cells = cellsOf(counts, { isSumTold: question.kind !== 'many' })
      return { figure: question.field, from: null, isLate: false, cells }
    })
    return answerOf(data)
  },
})

/**
 * True where the number of texts would tell a hidden one: each is of a player who answered yes, and the sum
 * of yes and no is that of the survey.
 */
async function wouldTellOthers(
  { database }: ActServices,
  { deployment, question }: { readonly deployment: string; readonly question: string },
): Promise<boolean> {
  const asking = questions.find((each) => each.kind === 'yes-no' && each.which === question)
  if (asking === undefined) return false
  const rows = await countAnswers(database.kysely, deployment, [asking.field])
  const counts = rows.map(({ answer, count }) => ({ period: null, part: answer, count }))
  return splitCounts(counts, { isSumTold: true }).hidden.length > 0
}

const [textsOfPage, textsOfFile] = [100, 10_000]

interface TextsOrder {
  readonly after: number
  readonly whole: boolean
  readonly question?: string
}

/** A page of texts that players wrote; so few that they could say something about one are hidden. */
async function textsOf<Text extends object>(
  { database }: ActServices,
  { after, whole, question }: TextsOrder,
  audit: Audit,
  read: (executor: Executor, page: { after: number; limit: number }) => Promise<readonly Text[]>,
) {
  const most = whole ? textsOfFile : textsOfPage
  const isShown = (rows: readonly Text[]) => after + rows.length >= smallestShown
  const found = await inTransaction(database.kysely, async (transaction) => {
    await limitTime(transaction, figureWithin)
    const rows = await read(transaction, { after, limit: most + 1 })
    if (whole && isShown(rows)) {
      const texts = Math.min(rows.length, most)
      await audit(transaction, { details: { texts, ...(question !== undefined && { question }) } })
    }
    return rows
  })
  const shown = isShown(found) ? found.slice(0, most) : []
  const texts = shown.map((each, index) => ({ no: after + index + 1, ...each }))
  const next = found.length > most ? String(after + most) : null
  return { data: { texts, next } }
}

/** Whole, as in the list of batches. */
const spentKeys: Counting = {
  name: 'used access keys',
  keptFor: null,
  grain: 'day',
  least: 1,
  count: by(countSpentKeys, ({ part }) => part ?? 'no batch'),
}

const questions = surveyQuestions.filter(({ kind }) => kind !== 'message')

/** The words of an answer: numbers are 1-based, in the order of the options. */
function optionOf(question: SurveyQuestion, answer: string): string {
  if (question.kind === 'yes-no') return answer === 'true' ? 'yes' : 'no'
  if (question.kind === 'one') return question.options[Number(answer) - 1] ?? otherOption
  return answer
}

/** Whole days or months, so that two looks cannot differ by a part of one. */
function spanOf(
  order: {
    readonly deployment: string
    readonly since?: string | undefined
    readonly until?: string | undefined
    readonly by: Span['by']
  },
  now: Date,
): Span {
  const { deployment, by } = order
  const last = startOf(order.until === undefined ? now : new Date(order.until), by)
  const usual = by === 'day' ? -29 : -11
  const since =
    order.since === undefined ? later(last, by, usual) : startOf(new Date(order.since), by)
  const until = later(last, by, 1)
  if (since >= until) throw new ActRefusedError('The time ends before it begins.')
  if (later(since, by, mostPeriods[by]) < until) {
    throw new ActRefusedError(`A look has at most ${mostPeriods[by]} ${by}s.`)
  }
  return { deployment, by, since, until }
}

function startOf(moment: Date, by: Span['by']): Date {
  const day = by === 'day' ? moment.getUTCDate() : 1
  return new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth(), day))
}

function later(start: Date, by: Span['by'], count: number): Date {
  const [year, month, day] = [start.getUTCFullYear(), start.getUTCMonth(), start.getUTCDate()]
  return new Date(by === 'day' ? Date.UTC(year, month, day + count) : Date.UTC(year, month + count))
}

/** The figures, each in its own transaction: one that takes too long is left out, and named. */
async function figuresOf(
  services: ActServices,
  span: Span,
  wanted: readonly Counting[],
): Promise<Figure[]> {
  const found: Figure[] = []
  for (const counting of wanted) found.push(await figureOf(services, span, counting))
  return found
}

async function figureOf({ database, clock }: ActServices, asked: Span, counting: Counting) {
  const { name, keptFor, grain } = counting
  const whole = grain === 'month' ? inWholeMonths(asked) : asked
  const since = sinceKept(whole, keptFor, clock.now())
  const from = grain === 'now' ? null : since.toISOString()
  try {
    const cells = await inTransaction(database.kysely, async (transaction) => {
      await limitTime(transaction, figureWithin)
      const span = { ...whole, since }
      return since < span.until ? cellsIn(transaction, span, counting) : []
    })
    return { figure: name, from, isLate: false, cells }
  } catch (error) {
    if ((error as { readonly code?: unknown }).code !== statementTimeout) throw error
    return { figure: name, from, isLate: true, cells: [] }
  }
}

/** A whole month alone has no part of one that a look could add. */
function inWholeMonths({ since, until, ...span }: Span): Span {
  const last = new Date(until.getTime() - 1)
  return {
    ...span,
    by: 'month',
    since: startOf(since, 'month'),
    until: later(startOf(last, 'month'), 'month', 1),
  }
}

async function cellsIn(transaction: Executor, span: Span, { inMonths, ...counting }: Counting) {
  const { grain } = counting
  const counts = await counting.count(transaction, grain === 'day' ? { ...span, by: grain } : span)
  const cells = cellsOf(counts.map(periodical), counting)
  if (grain !== 'day' || span.by === 'day') return cells
  const months = monthsOf(cells)
  if (inMonths === undefined) return months
  const days = cells.flatMap(({ period, count }) => (count === null ? [] : (period ?? [])))
  const own = (await inMonths(transaction, span, days)).map(periodical)
  return months.map((month) => {
    const count = own.find(({ period }) => period === month.period)?.count ?? null
    return { ...month, count }
  })
}

const periodical = <Each extends Counts[number]>(count: Each) => ({
  ...count,
  period: count.period ?? null,
})

const statementTimeout = '57014'

/** The first whole period of which no row has been removed yet. */
function sinceKept({ since, by }: Span, keptFor: number | null, now: Date): Date {
  if (keptFor === null) return since
  const oldest = new Date(now.getTime() - keptFor * 1000)
  const kept = later(startOf(oldest, by), by, 1)
  return kept > since ? kept : since
}

function answerOf(data: Figure[]) {
  const rows = data.flatMap(({ figure, cells }) =>
    cells.map((cell) => ({
      figure,
      period: cell.period ?? 'now',
      part: cell.part,
      count: countInWords(cell),
    })),
  )
  const late = data.filter(({ isLate }) => isLate)
  const lines = late.map(({ figure }) => `${figure} took too long, and is left out.`)
  return { data, message: [printed(rows), ...lines].join('\n') }
}

function wayOf(methods: readonly string[]): string {
  if (methods.includes('ext')) return 'partner'
  if (methods.includes('pk')) return 'passkey'
  return serviceIn(methods) ?? (methods.includes('pwd') ? 'password' : 'another way')
}

function secondStepOf(methods: readonly string[]): string {
  if (methods.includes('ext')) return 'left to the partner'
  if (methods.includes('pk')) return 'passkey alone'
  const first = serviceIn(methods) ?? 'password'
  if (methods.includes('pk2')) return `${first} and passkey`
  if (methods.includes('otp')) return `${first} and app`
  if (methods.includes('rec')) return `${first} and recovery code`
  return methods.includes('tb') ? `${first} in a trusted browser` : `${first} alone`
}

/** The service that logged a player in; undefined without one. */
function serviceIn(methods: readonly string[]): string | undefined {
  return methods.find((method) => method.startsWith('svc:'))?.slice('svc:'.length)
}
