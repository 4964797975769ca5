import { envelopeOf } from '@gatehouse/contract/configuration'
import { handlerFor } from '../http/handler.ts'

const handler = handlerFor<object>()

export const pageCalls = {
  /** Concealed where the deployment has a key for it. */
  runtimeConfiguration: handler('runtimeConfiguration', ({ deployment }) =>
    envelopeOf(deployment.configuration, deployment.configurationKey),
  ),
}
