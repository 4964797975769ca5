import { isLinkable } from '@gatehouse/contract/display'
import { paths, type Path } from '@gatehouse/contract/routes'
import { usePortal, useSession, useSettings } from '../../../context/portal.ts'
import { shownConnects } from '../../../session/connects.ts'
import { isPartnerAccount } from '../../../session/partnerLogin.ts'
import { useLoaded } from '../../../ui/useLoaded.ts'

export type FirstStep = 'picture' | 'second-step' | 'link'

/** A first step of a new player: where it is done, and whether it is. */
export interface Step {
  readonly name: FirstStep
  readonly to: Path
  readonly query?: `?${string}`
  /** The first service that accounts can be linked with. */
  readonly service?: string
  readonly isDone: boolean
}

/**
 * The first steps that this deployment offers its player; null until it is known whether any is open.
 * The second step counts as open until the server has answered.
 */
export function useFirstSteps(): readonly Step[] | null {
  const { rules } = useSettings()
  const { session } = usePortal()
  const { user, connects } = useSession()
  const asksSecurity =
    rules.hasSecuritySection &&
    rules.offersStrongSignIn &&
    user !== null &&
    !isPartnerAccount(user, rules)
  const { value: security, hasFailed } = useLoaded(async () =>
    asksSecurity ? session.api('readSecurity', {}) : noFactors,
  )
  if (user === null) return null
  const offered = rules.hasConnectionsSection
    ? shownConnects(connects, rules).filter((one) => isLinkable(one))
    : []
  const [service] = offered
  const steps: Step[] = []
  if (rules.hasAvatarSection) {
    const isDone = user.AvatarUrl !== ''
    steps.push({ name: 'picture', to: paths.account, query: '?picture', isDone })
  }
  if (asksSecurity && !hasFailed) {
    const isDone = security !== null && security.Passkeys.length + security.Apps.length > 0
    steps.push({ name: 'second-step', to: paths.security, isDone })
  }
  if (service !== undefined) {
    const isDone = offered.some(({ IsLinked }) => IsLinked)
    steps.push({ name: 'link', to: paths.linkAccount, service: service.Name, isDone })
  }
  const isOpen = steps.some(({ name, isDone }) => !isDone && name !== 'second-step')
  return isOpen || security !== null || hasFailed ? steps : null
}

const noFactors = { Passkeys: [], Apps: [] } as const
