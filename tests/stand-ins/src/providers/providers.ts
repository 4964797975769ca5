import { identityProviderNames } from '@gatehouse/contract/identityProviderNames'
import { identityProviderOf } from '@gatehouse/contract/identityProviderRow'
import type { StandIn, Switches } from '../platform/standIn.ts'

/** The rows of the contract name the folders, so a new provider needs only its row. */
const makers = await Promise.all(
  identityProviderNames.map(async (name) => {
    const folder = identityProviderOf(name).standIn ?? name
    const { createStandIn } = (await import(`./${folder}/${folder}.ts`)) as {
      readonly createStandIn: () => StandIn<Switches>
    }
    return createStandIn
  }),
)

/** Makes a stand-in for each identity provider. */
export function createProviders(): readonly StandIn<Switches>[] {
  return makers.map((createStandIn) => createStandIn())
}
