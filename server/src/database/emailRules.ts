import type { Executor } from './open.ts'
import type { EmailRuleKind } from './tables.ts'

/** The rules that apply to any of some domains: an address's own and the domains above it. */
export async function emailRulesOf(
  executor: Executor,
  deployment: string,
  domains: readonly string[],
): Promise<ReadonlySet<EmailRuleKind>> {
  const rows = await executor
    .selectFrom('email_rules')
    .select('kind')
    .where('deployment', '=', deployment)
    .where('domain', 'in', domains)
    .execute()
  return new Set(rows.map((row) => row.kind))
}
