import * as z from 'zod'
import { question } from '../command/command.ts'
import { deploymentNamed } from '../command/deploymentNamed.ts'
import { deployment } from '../command/orderFields.ts'

/* The clients are part of the deployment's file, which is the only place to change them. */

const clients = question({
  name: 'clients list',
  summary: 'Lists the sites that players sign in to, out of the deployment’s file.',
  order: z.strictObject({ deployment }),
  async answer(services, { deployment }) {
    const { clients } = deploymentNamed(services, deployment)
    return {
      data: [...clients.values()].map((client) => ({
        clientId: client.clientId,
        name: client.name,
        isFirstParty: client.firstParty,
        hasSecret: client.clientSecret !== undefined,
        scopes: client.scopes,
        redirectUris: client.redirectUris,
        applicationType: client.applicationType,
        device: client.device,
        backchannelLogoutUri: client.backchannelLogoutUri ?? null,
        webhook: client.webhook?.url ?? null,
      })),
    }
  },
})

const allowedDomains = question({
  name: 'allowed-domains list',
  summary: 'Lists the hosts that a redirect may lead to, out of the deployment’s file.',
  order: z.strictObject({ deployment }),
  async answer(services, { deployment }) {
    const { allowedRedirectDomains } = deploymentNamed(services, deployment)
    return { data: allowedRedirectDomains.map((host) => ({ host })) }
  },
})

export const clientCommands = [clients, allowedDomains]
