import { concealConfiguration } from '@gatehouse/contract/configuration'
import { handler } from '../http/handler.ts'

/** The configuration of the host's deployment; concealed where the deployment has a key for it. */
export const runtimeConfiguration = handler('runtimeConfiguration', async ({ deployment }) => {
  const { configuration, configurationKey } = deployment
  if (configurationKey === null) {
    return { Value: JSON.stringify(configuration), Encrypted: false }
  }
  return { ...(await concealConfiguration(configuration, configurationKey)) }
})
