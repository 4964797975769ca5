import type { Deployment } from './deployments.ts'

/** Whether the deployment still lets in whom this partner proves; yes where no partner does. */
export function isPartnerOn({ partners }: Deployment, partner: string | null): boolean {
  return partner === null || partners.get(partner)?.enabled === true
}
