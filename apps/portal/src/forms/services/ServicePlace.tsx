import { signInServicesOf } from '@gatehouse/contract/identityProviderNames'
import { useSettings } from '../../context/portal.ts'
import { lazyOptional } from '../../ui/feedback/lazyOptional.tsx'

// Of deployments that log in with services.
const ServiceWays = lazyOptional(
  async () => (await import('./ServiceWays.tsx')).ServiceWays,
  'services',
)

/**
 * The ways to log in with a service, beside the own ones. Their place is kept until they are there. The
 * first is that which this browser took last.
 */
export function ServicePlace({ isFirst = false }) {
  const { configuration, rules } = useSettings()
  if (!rules.offersServiceSignIn) return null
  if (isFirst) return <ServiceWays isFirst />
  const rows = Math.ceil(signInServicesOf(configuration).length / 2)
  return (
    <div style={{ minBlockSize: `${rows * 3.75 + 2.25}rem` }}>
      <ServiceWays />
    </div>
  )
}
