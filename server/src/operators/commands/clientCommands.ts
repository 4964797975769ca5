import * as z from 'zod'
import { listStoredClients } from '../../database/oidc/storedClients.ts'
import { listStoppedWebhooks, startWebhook } from '../../database/oidc/stoppedWebhooks.ts'
import { hasKeys, type OidcClient } from '../../tenants/client.ts'
import type { Deployment } from '../../tenants/deployments.ts'
import { secretsOf } from '../../tenants/storedClients.ts'
import { addClient, changeClient, removeClient, rotateSecret } from './changeClients.ts'
import { writeCommand, readCommand } from '../command/command.ts'
import { CommandRefusedError } from '../command/commandRefusedError.ts'
import { count, deployment, flag, moment } from '../command/orderFields.ts'

const clientId = z.string().min(1).max(100).meta({ description: 'its clientId, as list shows it' })

const file = z.string().meta({
  description:
    'file with the client as JSON, like an entry of `clients`, without secrets; - is stdin',
  from: 'file',
})

export const clientCommands = [
  readCommand({
    name: 'clients list',
    summary:
      'Lists the clients that players sign in to: of the deployment’s file and of the database.',
    order: z.strictObject({ deployment }),
    async answer(services, _, { name, clientsOfFile }) {
      const { kysely } = services.database
      const stored = await listStoredClients(kysely, [name])
      const stopped = await listStoppedWebhooks(kysely, name)
      const ofFile = [...clientsOfFile.values()].map((client) => ({ client, row: null }))
      const ofDatabase = stored.map((row) => ({ client: row.data as OidcClient, row }))
      return {
        data: [...ofFile, ...ofDatabase].map(({ client, row }) => ({
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
          from: row ? 'database' : 'file',
          hasSecret:
            (row ? secretsOf(row, services.key).secret : client.clientSecret) !== undefined,
          oldSecretUntil: row?.secret_until ?? null,
          oldWebhookSecretUntil: row?.webhook_secret_until ?? null,
          webhookStoppedAt: stopped.get(client.clientId) ?? null,
        })),
      }
    },
  }),
  writeCommand({
    name: 'clients add',
    summary: 'Adds a client, which every server knows within seconds, and shows its secrets once.',
    order: z.strictObject({
      file,
      deployment,
      public: flag('it has no secret: a program in the browser or on a device'),
    }),
    operands: ['file'],
    async perform(services, order, transaction, at) {
      return addClient(services, transaction, at, order.file, order.public)
    },
  }),
  writeCommand({
    name: 'clients change',
    summary: 'Replaces the entry of a client in the database; its secrets stay.',
    order: z.strictObject({ file, deployment }),
    operands: ['file'],
    async perform(services, order, transaction, at) {
      return changeClient(services, transaction, at, order.file)
    },
  }),
  writeCommand({
    name: 'clients rotate-secret',
    summary: 'Gives a client of the database another secret; the old one stays valid for a while.',
    order: z.strictObject({
      clientId,
      deployment,
      of: z.enum(['client', 'webhook']).default('client').meta({
        description: 'client: what it signs in with (default); webhook: what signs its events',
        value: 'client|webhook',
      }),
      days: count(0, 90, 7, 'for which the old one stays valid; 0 ends it at once'),
      endOld: flag('ends the old one now, and makes no other'),
    }),
    operands: ['clientId'],
    async perform(services, order, transaction, at) {
      const { clientId, of, endOld } = order
      const days = endOld ? null : order.days
      return rotateSecret(services, transaction, at, clientId, { of, days })
    },
  }),
  writeCommand({
    name: 'clients remove',
    summary: 'Removes a client of the database: no player can sign in to it any more.',
    order: z.strictObject({ clientId, deployment }),
    operands: ['clientId'],
    async perform(_, order, transaction, at) {
      return removeClient(transaction, at, order.clientId)
    },
  }),
  readCommand({
    name: 'allowed-domains list',
    summary: 'Lists the hosts that a redirect may lead to, out of the deployment’s file.',
    order: z.strictObject({ deployment }),
    async answer(_, __, { allowedRedirectDomains }) {
      return { data: allowedRedirectDomains.map((host) => ({ host })) }
    },
  }),
]

const client = z.string().min(1).meta({ description: 'clientId of the site', value: 'clientId' })

export const eventCommands = [
  writeCommand({
    name: 'events replay',
    summary: 'Sends a site the account events of the last 30 days once more.',
    order: z.strictObject({
      client,
      since: moment.meta({
        description: 'from when on, as ISO 8601 with its offset',
        value: 'moment',
      }),
      deployment,
    }),
    async perform(services, { client: clientId, since }, transaction, at) {
      listening(at, clientId)
      const count = await services.events.replay(transaction, at, clientId, new Date(since))
      return {
        data: { count },
        message: `Events on their way: ${count}.`,
        subject: `client ${clientId}`,
        details: { since, count },
      }
    },
  }),
  readCommand({
    name: 'events test',
    summary: 'Sends a site an event without a player at once, and shows its answer.',
    order: z.strictObject({ client, deployment }),
    operands: ['client'],
    async answer(services, { client: clientId }, at) {
      const { status, answer, stoppedAt } = await services.events.test(at, listening(at, clientId))
      // An answer is foreign text: none may move the cursor.
      const text = answer.replaceAll(/\p{Cc}+/gu, ' ').trim()
      const said = [
        status === null
          ? `${clientId} did not answer: ${text}.`
          : `${clientId} answered ${status}.`,
        ...(status === null || text === '' ? [] : [text]),
        ...(stoppedAt === null
          ? []
          : [`It gets no events since ${stoppedAt.toISOString()}: gatehouse events start.`]),
      ].join('\n')
      const data = { status, answer: text, stoppedAt }
      if (status === null || status < 200 || status > 299) {
        throw new CommandRefusedError(said, { data })
      }
      return { data, message: said }
    },
  }),
  writeCommand({
    name: 'events start',
    summary: 'Sends a site events again after it answered 410 Gone.',
    order: z.strictObject({ client, deployment }),
    operands: ['client'],
    async perform(_, { client: clientId }, transaction, at) {
      listening(at, clientId)
      const wasStopped = await startWebhook(transaction, at.name, clientId)
      return {
        data: { wasStopped },
        message: wasStopped
          ? `${clientId} gets events from now on; events replay sends what it missed.`
          : `${clientId} was not stopped.`,
        subject: `client ${clientId}`,
        details: { wasStopped },
      }
    },
  }),
]

function listening({ name, clients }: Deployment, clientId: string): OidcClient {
  const found = clients.get(clientId)
  if (found?.webhook) return found
  throw new CommandRefusedError(`${name} has no client ${clientId} with a webhook.`)
}
