import * as z from 'zod'
import { listStoredClients } from '../../database/oidc/storedClients.ts'
import { listStoppedWebhooks } from '../../database/oidc/stoppedWebhooks.ts'
import { hasKeys, type OidcClient } from '../../tenants/client.ts'
import { secretsOf } from '../../tenants/storedClients.ts'
import {
  addClient,
  changeClient,
  type ClientResult,
  endOldSecret,
  removeClient,
  rotateSecret,
} from './changeClients.ts'
import { writeCommand, readCommand } from '../command/command.ts'
import { deployment } from '../command/orderFields.ts'

const clientId = z.string().min(1).max(100).meta({ description: 'its clientId, as list shows it' })

const file = z.string().meta({
  description:
    'file with the client as JSON, like an entry of `clients`, without secrets; - is stdin',
  from: 'file',
})

const list = readCommand({
  name: 'clients list',
  summary:
    'Lists the clients that players sign in to: of the deployment’s file and of the database.',
  order: z.strictObject({ deployment }),
  async answer(services, _, { name, clientsOfFile }) {
    const { kysely } = services.database
    const stored = await listStoredClients(kysely, [name])
    const stopped = await listStoppedWebhooks(kysely, name)
    const ofFile = [...clientsOfFile.values()].map((client) => ({
      ...shown(client),
      from: 'file',
      hasSecret: client.clientSecret !== undefined,
      oldSecretUntil: null,
      oldWebhookSecretUntil: null,
      webhookStoppedAt: stopped.get(client.clientId) ?? null,
    }))
    const ofDatabase = stored.map((row) => ({
      ...shown(row.data as OidcClient),
      from: 'database',
      hasSecret: secretsOf(row, services.key).secret !== undefined,
      oldSecretUntil: row.secret_until,
      oldWebhookSecretUntil: row.webhook_secret_until,
      webhookStoppedAt: stopped.get(row.client_id) ?? null,
    }))
    return { data: [...ofFile, ...ofDatabase] }
  },
})

function shown(client: OidcClient) {
  return {
    clientId: client.clientId,
    name: client.name,
    isFirstParty: client.firstParty,
    scopes: client.scopes,
    redirectUris: client.redirectUris,
    hasKeys: hasKeys(client),
    applicationType: client.applicationType,
    device: client.device,
    backchannelLogoutUri: client.backchannelLogoutUri ?? null,
    webhook: client.webhook?.url ?? null,
    events: client.events ?? null,
    eventFormat: client.eventFormat,
  }
}

/** What people read: secrets are shown this once, and are in no log. */
function answered({ clientId, secrets, said }: ClientResult, details: object = {}) {
  const lines = [
    said,
    ...(secrets.clientSecret === undefined ? [] : [`clientSecret: ${secrets.clientSecret}`]),
    ...(secrets.webhookSecret === undefined ? [] : [`webhook secret: ${secrets.webhookSecret}`]),
    ...(Object.keys(secrets).length > 0 ? ['Keep what is secret now: it is not shown again.'] : []),
  ]
  return {
    data: { clientId, ...secrets },
    message: lines.join('\n'),
    subject: `client ${clientId}`,
    details: { ...details },
  }
}

const add = writeCommand({
  name: 'clients add',
  summary: 'Adds a client, which every server knows within seconds, and shows its secrets once.',
  order: z.strictObject({
    file,
    deployment,
    public: z.boolean().default(false).meta({
      description: 'it keeps no secret: a program in the browser or on a device',
    }),
  }),
  operands: ['file'],
  async perform(services, order, transaction, at) {
    const isPublic = order.public
    return answered(await addClient(services, transaction, at, order.file, { isPublic }), {
      isPublic,
    })
  },
})

const change = writeCommand({
  name: 'clients change',
  summary: 'Replaces what is known of a client of the database; its secrets stay.',
  order: z.strictObject({ file, deployment }),
  operands: ['file'],
  async perform(services, order, transaction, at) {
    return answered(await changeClient(services, transaction, at, order.file))
  },
})

const rotate = writeCommand({
  name: 'clients rotate-secret',
  summary: 'Gives a client of the database another secret; the old one works on for a while.',
  order: z.strictObject({
    clientId,
    deployment,
    of: z.enum(['client', 'webhook']).default('client').meta({
      description: 'client: what it signs in with (default); webhook: what signs its events',
      value: 'client|webhook',
    }),
    days: z.coerce.number().int().min(0).max(90).default(7).meta({
      description: 'for which the old one works too; 0 ends it at once (default: 7)',
      value: 'count',
    }),
    endOld: z.boolean().default(false).meta({
      description: 'ends the old one now, and makes no other',
    }),
  }),
  operands: ['clientId'],
  async perform(services, order, transaction, at) {
    const { of, days, endOld } = order
    const result = endOld
      ? await endOldSecret(services, transaction, at, order.clientId, of)
      : await rotateSecret(services, transaction, at, order.clientId, { of, days })
    return answered(result, endOld ? { of, endOld } : { of, days })
  },
})

const remove = writeCommand({
  name: 'clients remove',
  summary: 'Removes a client of the database: nobody signs in to it any more.',
  order: z.strictObject({ clientId, deployment }),
  operands: ['clientId'],
  async perform(_, order, transaction, at) {
    return answered(await removeClient(transaction, at, order.clientId))
  },
})

const allowedDomains = readCommand({
  name: 'allowed-domains list',
  summary: 'Lists the hosts that a redirect may lead to, out of the deployment’s file.',
  order: z.strictObject({ deployment }),
  async answer(_, __, { allowedRedirectDomains }) {
    return { data: allowedRedirectDomains.map((host) => ({ host })) }
  },
})

export const clientCommands = [list, add, change, rotate, remove, allowedDomains]
