import { isLinkable } from '@gatehouse/contract/identityProviderRow'
import type { Connect, User } from '@gatehouse/contract/entities'
import type { Rules } from '@gatehouse/contract/environments'
import { paths, type Path } from '@gatehouse/contract/routes'
import { usePortal, useSession, useSettings } from '../../context/portal.ts'
import { shownConnects } from '../../session/connects.ts'
import { isPartnerAccount } from '../../session/partnerLogin.ts'
import { protectionOf } from '../../session/protection.ts'
import { readSecurityOnce } from '../../session/securityOverview.ts'
import { useLoaded } from '../../ui/useLoaded.ts'

export type FirstStep = 'way-in' | 'picture' | 'second-step' | 'link'

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
 * The first steps that this deployment offers its player, in their order. The overview names the
 * second step beside another open one alone, and never where its own card advises it: a player who
 * has done the rest is left in peace, and costs no call. It counts as open until the server has
 * answered.
 */
export function useFirstSteps({ isOverview = false } = {}): readonly Step[] {
  const { rules } = useSettings()
  const { session } = usePortal()
  const { user, connects } = useSession()
  const others = user === null ? [] : stepsOf(user, connects, rules)
  const isOwn = user !== null && rules.hasSecuritySection && !isPartnerAccount(user, rules)
  const asksSecondStep =
    isOwn &&
    rules.offersStrongSignIn &&
    !(isOverview && (rules.encouragesStrongSignIn || others.every(({ isDone }) => isDone)))
  // A lost account at the service would lock its player out.
  const asksWayIn = isOwn && connects.some(({ SignsIn }) => SignsIn)
  const asksSecurity = asksSecondStep || asksWayIn
  const { value, hasFailed } = useLoaded(async () => ({
    factors: asksSecurity ? await readSecurityOnce(session.api) : null,
  }))
  if (!asksSecurity || hasFailed) return others
  const factors = value?.factors ?? null
  const isWayIn = factors !== null && (factors.HasPassword || factors.Passkeys.length > 0)
  const wayIn: Step = { name: 'way-in', to: paths.security, isDone: isWayIn }
  // As the shield counts it, which stands beside.
  const isDone = factors !== null && protectionOf(factors).done.includes('second-factor')
  const secondStep: Step = { name: 'second-step', to: paths.security, isDone }
  const own = [...(asksWayIn ? [wayIn] : []), ...(asksSecondStep ? [secondStep] : [])]
  return others.toSpliced(rules.hasAvatarSection ? 1 : 0, 0, ...own)
}

/** The steps whose state the session knows. */
function stepsOf(user: User, connects: readonly Connect[], rules: Rules): readonly Step[] {
  const steps: Step[] = []
  if (rules.hasAvatarSection) {
    const isDone = user.AvatarUrl !== ''
    steps.push({ name: 'picture', to: paths.account, query: '?picture', isDone })
  }
  const offered = rules.hasConnectionsSection
    ? shownConnects(connects, rules).filter((one) => isLinkable(one))
    : []
  const [service] = offered
  if (service !== undefined) {
    const isDone = offered.some(({ IsLinked }) => IsLinked)
    steps.push({ name: 'link', to: paths.linkAccount, service: service.Name, isDone })
  }
  return steps
}
