import { lifetimes } from '@gatehouse/contract/limits'
import { type RawBuilder, sql } from 'kysely'
import { type Executor, rowsOf } from '../schema/executor.ts'

/*
 * Counts for the figures of a deployment, by days or months of UTC. Each statement reads one table,
 * by an index on time or once as a whole, and has no order and no join: each of several machines can
 * count its own players.
 */

export interface Span {
  readonly deployment: string
  readonly by: 'day' | 'month'
  readonly since: Date
  /** The first moment that is out of it. */
  readonly until: Date
}

/** A count of a period, and of the columns that it is split by. */
interface Counted {
  readonly period: string
  readonly count: number
}

/** The text of the period that a moment is in, which is the beginning of its ISO 8601. */
function periodOf(column: string, { by }: Span): RawBuilder<string> {
  const form = sql.lit(by === 'day' ? 'YYYY-MM-DD' : 'YYYY-MM')
  return sql`to_char(${sql.ref(column)} at time zone 'UTC', ${form})`
}

/** Counts the rows of a table by the period of a column, and by a part of what they are. */
function countRows<Part>(
  executor: Executor,
  span: Span,
  [table, at, part]: readonly [table: string, at: string, part: RawBuilder<Part>],
) {
  const { deployment, since, until } = span
  return rowsOf(
    executor,
    sql<Counted & { readonly part: Part }>`
      select ${periodOf(at, span)} as period, ${part} as part, count(*)::int as count
      from ${sql.table(table)}
      where deployment = ${deployment} and ${sql.ref(at)} >= ${since} and ${sql.ref(at)} < ${until}
      group by 1, 2`,
  )
}

/** Registrations, also of accounts that are deleted since. */
export function countSignUps(executor: Executor, span: Span) {
  const way = sql<'partner' | 'confirmed' | 'unconfirmed'>`
    case when auth_type = 2 then 'partner' when confirmed_at is null then 'unconfirmed'
      else 'confirmed' end`
  return countRows(executor, span, ['players', 'created_at', way])
}

/**
 * Players with a session that was opened, renewed or last used in the period. A session ends at a
 * fixed time after its beginning: the index on its end finds the time.
 */
export function countActive(executor: Executor, span: Span) {
  return rowsOf(
    executor,
    sql<Counted>`
      select day as period, count(distinct player_id)::int as count
      from (${usedSessions({ ...span, by: 'day' })}) as used
      group by 1`,
  )
}

/** The same by months, of some days of theirs alone: each player once a month. */
export async function countActiveOn(executor: Executor, span: Span, days: readonly string[]) {
  if (days.length === 0) return []
  return rowsOf(
    executor,
    sql<Counted>`
      select left(day, 7) as period, count(distinct player_id)::int as count
      from (${usedSessions({ ...span, by: 'day' })}) as used
      where day in (${sql.join(days)})
      group by 1`,
  )
}

function usedSessions(span: Span): RawBuilder<unknown> {
  const { deployment, since, until } = span
  const lasts = sql`make_interval(secs => ${sql.lit(lifetimes.session)})`
  return sql`
        select player_id, ${periodOf('created_at', span)} as day from sessions
        where deployment = ${deployment} and expires_at >= ${since}::timestamptz + ${lasts}
          and expires_at < ${until}::timestamptz + ${lasts}
        union all
        select player_id, ${periodOf('seen_at', span)} as day from sessions
        where deployment = ${deployment} and expires_at >= ${since}
          and expires_at < ${until}::timestamptz + ${lasts}
          and seen_at >= ${since} and seen_at < ${until}`
}

/** Acts on accounts, with the parts of an entry that figures are about. */
export function countActs(executor: Executor, span: Span, acts: readonly string[]) {
  return rowsOf(
    executor,
    sql<
      Counted & {
        readonly act: string
        readonly methods: readonly string[] | null
        readonly how: string | null
        readonly service: string | null
      }
    >`
      select ${periodOf('at', span)} as period, act, shown->'Methods' as methods,
        shown->>'How' as how, shown->>'CanonicalName' as service, count(*)::int as count
      from account_ledger
      where deployment = ${span.deployment} and at >= ${span.since} and at < ${span.until}
        and act in (${sql.join(acts)})
      group by 1, 2, 3, 4, 5`,
  )
}

/** Reasons of refused log-ins: once for a player, a reason and ten minutes. */
export function countRefusedLogIns(executor: Executor, span: Span) {
  return countRows(executor, span, ['refused_log_ins', 'at', sql<string>`reason`])
}

/** Mails by their state. */
export function countMails(executor: Executor, span: Span) {
  return countRows(executor, span, ['mails_posted', 'posted_at', sql<string>`state`])
}

/** Deletions by the chosen reason; null without one, and where the reason is no longer offered. */
export function countDeletions(executor: Executor, span: Span) {
  return countRows(executor, span, ['deletions', 'at', sql<number | null>`deletion_type_id`])
}

/** Access keys that were used, by the id of their batch; null for those of none. */
export function countSpentKeys(executor: Executor, span: Span) {
  return countRows(executor, span, ['access_keys', 'used_at', sql<string | null>`batch_id::text`])
}

/** The players of now by language; null for those who follow their browser. */
export function countLanguages(executor: Executor, deployment: string) {
  return rowsOf(
    executor,
    sql<{ readonly part: string | null; readonly count: number }>`
      select language as part, count(*)::int as count
      from players
      where deployment = ${deployment} and deleted_at is null
        and (auth_type = 2 or confirmed_at is not null)
      group by 1`,
  )
}

/** The answers to questions of the survey; one of several options counts for itself. */
export function countAnswers(executor: Executor, deployment: string, questions: readonly string[]) {
  return rowsOf(
    executor,
    sql<{ readonly question: string; readonly answer: string; readonly count: number }>`
      select question.key as question, answer, count(*)::int as count
      from surveys
      cross join lateral jsonb_each(answers) as question
      cross join lateral jsonb_array_elements_text(case
        when jsonb_typeof(question.value) = 'array' then question.value
        else jsonb_build_array(question.value) end) as answer
      where deployment = ${deployment} and question.key in (${sql.join(questions)})
        and answer is not null
      group by 1, 2`,
  )
}
