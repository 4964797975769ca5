import { concealConfiguration } from '@gatehouse/contract/configuration'
import { handlerFor } from '../http/handler.ts'

const handler = handlerFor<object>()

export const siteCalls = {
  /** Concealed where the deployment has a key for it. */
  runtimeConfiguration: handler('runtimeConfiguration', async ({ deployment }) => {
    const { configuration, configurationKey } = deployment
    if (configurationKey === null) {
      return { Value: JSON.stringify(configuration), Encrypted: false }
    }
    return { ...(await concealConfiguration(configuration, configurationKey)) }
  }),
}
