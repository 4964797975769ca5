import type { CookieCategory } from '@gatehouse/contract/entities'
import type { ConsentChoice, Purpose } from './consentCookies.ts'
import { purposeOf } from './purposes.ts'

/** A category, and whether it is accepted or shall be. */
export interface Decision {
  readonly category: CookieCategory
  readonly isAccepted: boolean
}

/** Only optional categories in use can be chosen. */
export function isChoosable({ category }: Decision): boolean {
  return category.IsOptional && category.IsActive
}

/** The decisions, as the choice of this browser. A purpose without a decision is refused. */
export function choiceOf(decisions: readonly Decision[]): ConsentChoice {
  const allows = (purpose: Purpose) =>
    decisions.some(
      (decision) =>
        purposeOf(decision.category) === purpose && isChoosable(decision) && decision.isAccepted,
    )
  return { analytics: allows('analytics'), marketing: allows('marketing') }
}
