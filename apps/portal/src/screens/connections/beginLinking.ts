import { loading } from '../../context/loading.ts'
import type { Portal } from '../../context/portal.ts'
import type { IdentityProvider } from './identityProviders.ts'

/** Asks where a service signs its players in, for the address where the linking goes on, and leaves for it. */
export async function beginLinking(
  portal: Portal,
  provider: IdentityProvider,
  { keepsPage = false } = {},
): Promise<void> {
  const flags = [`linking-${provider.name}`] as const
  const work = () => provider.authorize(portal, portal.returnTo.read('linkRedirectUrl'))
  await portal.leave(await loading.during(flags, work), { keepsPage })
}
