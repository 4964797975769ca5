import * as z from 'zod'
import type { SurveyTextField } from '../survey.ts'
import { look } from './act.ts'
import { instant, isSo, number, personal, text } from './answers.ts'
import { deployment, flag, moment, ofDeployment } from './orderFields.ts'

/* Figures of a deployment: counts of what its tables keep anyway. A count under five is hidden. */

/** A count under so many is hidden: it could say something about one player. */
export const smallestShown = 5

/** The part of counts that have no names, as one of them would follow from another answer’s sum. */
export const putTogether = 'put together'

/** The most days, and the most months, of one look: three years, and the month that is not over. */
export const mostPeriods = { day: 92, month: 37 } as const

const cell = z.strictObject({
  /** A day like 2026-11-26, a month like 2026-11; null where the count is of now. */
  period: text.nullable(),
  part: text,
  /** Null for fewer than five: of a month that is made of days, fewer than five on each. */
  count: number.nullable(),
  /** True for a month that leaves days out, of fewer than five each; absent for others. */
  isPartial: isSo.optional(),
})

const figure = z.strictObject({
  figure: text,
  /** From when on its rows are kept; null where the count is of now. */
  from: instant.nullable(),
  /** True where the database took too long: it has no cells then. */
  isLate: isSo,
  cells: z.array(cell),
})

/**
 * Counts by part and period, without a total. Months are made of the days that are shown, but for those of
 * deletions, which are counted by months alone. Those of access keys are whole.
 */
export type Figure = z.output<typeof figure>
export type Cell = Figure['cells'][number]

/** A count as people read it. */
export function countInWords({ count, isPartial = false }: Pick<Cell, 'count' | 'isPartial'>) {
  if (count === null) return isPartial ? `< ${smallestShown} a day` : `< ${smallestShown}`
  return isPartial ? `≥ ${count}` : `${count}`
}

const span = {
  deployment,
  since: moment.optional().meta({
    description:
      'the day or month of this moment is the first (default: 30 days, or 12 months ago)',
    value: 'moment',
  }),
  until: moment
    .optional()
    .meta({ description: 'the day or month of this moment is the last', value: 'moment' }),
}

const by = z
  .enum(['day', 'month'])
  .default('day')
  .meta({ description: 'day or month, as UTC has them (default: day)', value: 'period' })

/** The questions of the survey that players answer in their own words. */
export const textQuestions = [
  'AdditionnalMessage',
  'Influencers',
  'OtherStudios',
  'OtherSocialNetworks',
  'OtherGameinformationources',
  'OtherGamingWebsites',
] as const satisfies readonly SurveyTextField[]

const ownWords = {
  /** Its place in the list. */
  no: number,
  day: text,
  text,
}

const after = z.coerce.number().int().min(0).max(1_000_000).default(0).meta({
  description: 'the next page, as next says it',
  value: 'place',
})

const whole = flag('lists up to 10,000 at once, for a file, which stands in the audit log')

/** A place is a count, so that staff learn no player and no moment by it. */
const pageOf = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.strictObject({ texts: z.array(z.strictObject(shape)), next: text.nullable() })

export const figureActs = {
  'figures show': look({
    summary:
      'Counts sign-ups, active players, log-ins, second steps, languages, refusals, recoveries and deletions; fewer than five are hidden.',
    order: z.strictObject({ ...span, by }),
    answer: z.array(figure),
    roles: ['brand', 'privacy', 'operator'],
  }),
  'deletion-types statistics': look({
    summary: 'Counts the reasons for leaving by month; fewer than five are hidden.',
    order: z.strictObject(span),
    answer: z.array(figure),
    roles: ['brand', 'privacy'],
  }),
  'deletion-types texts': look({
    summary:
      'Lists what players wrote when they left, the newest first; fewer than five are hidden.',
    order: z.strictObject({ deployment, after, whole }),
    answer: pageOf(ownWords),
    roles: ['brand', 'privacy'],
  }),
  'surveys texts': look({
    summary:
      'Lists what players wrote to a question of the survey, the newest first; fewer than five are hidden.',
    order: z.strictObject({
      question: z
        .enum(textQuestions)
        .default('AdditionnalMessage')
        .meta({ description: 'the question (default: AdditionnalMessage)', value: 'question' }),
      deployment,
      after,
      whole,
    }),
    answer: pageOf({ ...ownWords, player: personal(z.number()) }),
    roles: ['brand', 'privacy'],
  }),
  'access-keys usage': look({
    summary: 'Counts the access keys that were used, by batch and day or month.',
    order: z.strictObject({ ...span, by }),
    answer: z.array(figure),
    roles: ['brand', 'operator', 'auditor'],
  }),
  'surveys results': look({
    summary: 'Counts the answers to each question of the survey; fewer than five are hidden.',
    ...ofDeployment,
    answer: z.array(figure),
    roles: ['brand', 'privacy'],
  }),
} as const
