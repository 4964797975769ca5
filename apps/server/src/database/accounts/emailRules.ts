import { type Executor, ofDeployment } from '../schema/executor.ts'
import type { EmailRuleKind } from '../schema/values.ts'

/** The rules that apply to any of some domains: an address's own and the domains above it. */
export async function emailRulesOf(
  executor: Executor,
  deployment: string,
  domains: readonly string[],
): Promise<ReadonlySet<EmailRuleKind>> {
  const rows = await executor
    .selectFrom('email_rules')
    .select('kind')
    .$call(ofDeployment(deployment))
    .where('domain', 'in', domains)
    .execute()
  return new Set(rows.map((row) => row.kind))
}

/** A deployment's rules for domains of addresses. */
export function listEmailRules(executor: Executor, deployment: string) {
  return executor
    .selectFrom('email_rules')
    .select(['domain', 'kind'])
    .$call(ofDeployment(deployment))
    .orderBy('domain')
    .execute()
}

/** Sets the rule of a domain and all below it, and replaces an earlier one. */
export async function putEmailRule(
  transaction: Executor,
  deployment: string,
  domain: string,
  kind: EmailRuleKind,
): Promise<void> {
  await transaction
    .insertInto('email_rules')
    .values({ deployment, domain, kind })
    .onConflict((conflict) => conflict.columns(['deployment', 'domain']).doUpdateSet({ kind }))
    .execute()
}
