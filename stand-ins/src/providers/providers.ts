import {
  identityProviderNames,
  identityProviderOf,
} from '@gatehouse/contract/identityProviderNames'
import type { StandIn, Switches } from '../standIn.ts'

/** The folders are named by the rows of the contract: a new service is known by its row alone. */
const makers = await Promise.all(
  identityProviderNames.map(async (name) => {
    const folder = identityProviderOf(name).standIn ?? name
    const { createStandIn } = (await import(`./${folder}/${folder}.ts`)) as {
      readonly createStandIn: () => StandIn<Switches>
    }
    return createStandIn
  }),
)

/** A stand-in for each service that players link. */
export function createProviders(): readonly StandIn<Switches>[] {
  return makers.map((createStandIn) => createStandIn())
}
