import type { Deployment } from './deployments.ts'

/** Returns whether the deployment still accepts players of a partner; true without a partner. */
export function isPartnerOn({ partners }: Deployment, partner: string | null): boolean {
  return partner === null || partners.get(partner)?.enabled === true
}
