import { type Executor, type NewRow, ofDeployment } from '../schema/executor.ts'

type AuditEntry = Omit<NewRow<'audit_log'>, 'details'> & {
  readonly details: Readonly<Record<string, unknown>>
}

/** Appends to the audit log; the database refuses to change or remove its entries. */
export async function appendAudit(transaction: Executor, entry: AuditEntry): Promise<void> {
  const details = JSON.stringify(entry.details)
  await transaction
    .insertInto('audit_log')
    .values({ ...entry, details })
    .execute()
}

interface AuditFilter {
  readonly deployment?: string | undefined
  readonly subject?: string | undefined
  readonly who?: string | undefined
  readonly since?: string | undefined
  readonly limit: number
}

/** Entries of the audit log, the newest first. */
export function listAudit(
  executor: Executor,
  { deployment, subject, who, since, limit }: AuditFilter,
) {
  let query = executor.selectFrom('audit_log').selectAll()
  if (deployment !== undefined) query = query.$call(ofDeployment(deployment))
  if (subject !== undefined) query = query.where('subject', '=', subject)
  if (who !== undefined) query = query.where('who', '=', who)
  if (since !== undefined) query = query.where('at', '>=', new Date(since))
  return query.orderBy('id', 'desc').limit(limit).execute()
}

/** When a command was last given about a subject of a deployment; undefined when it never was. */
export async function lastAudited(
  executor: Executor,
  deployment: string,
  { command, subject }: { readonly command: string; readonly subject: string },
): Promise<Date | undefined> {
  const row = await executor
    .selectFrom('audit_log')
    .select('at')
    .$call(ofDeployment(deployment))
    .where('subject', '=', subject)
    .where('command', '=', command)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.at
}
