import type { Identification } from '@gatehouse/contract/entities'
import { Suspense } from 'react'
import { whenThere } from '../../ui/whenThere.ts'

// Few accounts have a partner.
const PartnerForm = whenThere(async () => (await import('./PartnerStep.tsx')).PartnerForm)

/**
 * The way to a partner beside the own form. A deployment that hides which accounts exist names its
 * partner for every account, and only the player knows whether it is the right way.
 */
export function PartnerBeside({ identified }: { readonly identified: Identification | null }) {
  if (!identified?.AuthPartner) return null
  return (
    <Suspense>
      <PartnerForm identified={identified} />
    </Suspense>
  )
}
