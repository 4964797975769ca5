import type { Identification } from '@gatehouse/contract/entities'
import { lazyOptional } from '../../ui/feedback/lazyOptional.tsx'

// Few accounts have a partner.
const PartnerForm = lazyOptional(
  async () => (await import('./PartnerStep.tsx')).PartnerForm,
  'flows',
)

/**
 * The way to a partner beside the own form. A deployment that hides which accounts exist names its
 * partner for every account, and only the player knows whether it is the right way.
 */
export function PartnerBeside({ identified }: { readonly identified: Identification | null }) {
  if (!identified?.AuthPartner) return null
  return <PartnerForm isBeside identified={identified} />
}
