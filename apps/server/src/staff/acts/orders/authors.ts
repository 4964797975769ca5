import type { ActName } from '@gatehouse/contract/acts/everyAct'
import { listAuthors } from '../../../database/operations/auditLog.ts'
import type { Executor } from '../../../database/schema/executor.ts'
import { markOf } from '../../people/staffCaller.ts'

/** The person who last ordered one of some acts about a subject, by the mark; null where none is known. */
export type AuthorOf = (subject: string) => string | null

/**
 * Who wrote what is listed, by the audit log: rows have the name alone, which its bearer may choose. The
 * command line knows no person.
 */
export async function readAuthors(
  executor: Executor,
  deployment: string,
  { acts, subjects }: { readonly acts: readonly ActName[]; readonly subjects: readonly string[] },
): Promise<AuthorOf> {
  const found = await listAuthors(executor, deployment, { commands: acts, subjects })
  const keys = new Map(found.map(({ subject, staff_key: key }) => [subject, key]))
  return (subject) => {
    const key = keys.get(subject) ?? null
    return key && markOf(key)
  }
}
