import type { EmailProof } from '../../database/schema/values.ts'
import type { Deployment } from '../../tenants/deployments.ts'

/** What a link of a mail proves of its address: where links act on load, that may be a mail scanner. */
export function proofByLink({ mailLinks }: Pick<Deployment, 'mailLinks'>): EmailProof {
  return mailLinks === 'button' ? 'press' : 'load'
}
