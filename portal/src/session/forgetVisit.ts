import { type KeptName, localStore } from '../storage/localStore.ts'

/** The values that are kept of a visit. Withdrawals stay: they wait for the account that they belong to. */
const ofVisit: readonly KeptName[] = [
  'redirectUrl',
  'linkRedirectUrl',
  'clientId',
  'state',
  'tracking',
]

/** Forgets where a player came from and was heading, when the player leaves for good. */
export function forgetVisit(): void {
  for (const name of ofVisit) localStore.forget(name)
}
