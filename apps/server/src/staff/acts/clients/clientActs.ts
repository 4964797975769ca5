import { clientActs } from '@gatehouse/contract/acts/clientActs'
import { listFailedJobs, retryJob } from '../../../database/jobs/waitingJobs.ts'
import { listStoredClients } from '../../../database/oidc/storedClientStatements.ts'
import { listStoppedWebhooks, startWebhook } from '../../../database/oidc/stoppedWebhooks.ts'
import { inTransaction } from '../../../database/transactions/inTransaction.ts'
import { refusedRequests } from '../../../oidc/clients/clientRefusals.ts'
import { hasKeys, hearsBy, type OidcClient } from '../../../deployments/client.ts'
import type { Deployment } from '../../../deployments/deployments.ts'
import { secretsOf } from '../../../deployments/storedClients.ts'
import { mostReplayed } from '../../../webhooks/accountEvents.ts'
import { addClient, changeClient, removeClient, rotateSecret } from './changeClients.ts'
import { performedBy } from '../orders/run.ts'
import { ActRefusedError } from '../orders/actRefusedError.ts'

/** The queues of deliveries to sites. */
const kinds = { 'account-events': 'account event', 'sign-outs': 'log-out' } as const

type Refused =
  Awaited<ReturnType<typeof refusedRequests>> extends ReadonlyMap<string, infer R> ? R : never

function refusedOf(refused: Refused | undefined) {
  if (!refused) return null
  const { fault, value, reason, at } = refused
  return { fault, value, reason, at }
}

/** The services whose tokens a client exchanges, each with the id of the game; null: the deployment's. */
function gamesOf({ exchanges = [], gameIds = {} }: Partial<OidcClient>) {
  return exchanges.map((service) => ({ service, gameId: gameIds[service] ?? null }))
}

export const clientPerformers = performedBy(clientActs, {
  'clients list': async ({ services, at: { name, clientsOfFile } }) => {
    const { kysely } = services.database
    const refused = await refusedRequests(kysely, name, services.clock.now())
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
        exchanges: gamesOf(client),
        backchannelLogoutUri: client.backchannelLogoutUri ?? null,
        webhook: client.webhook?.url ?? null,
        events: client.events ?? null,
        eventFormat: client.eventFormat,
        from: row ? 'database' : 'file',
        hasSecret: (row ? secretsOf(row, services.key).secret : client.clientSecret) !== undefined,
        oldSecretUntil: row?.secret_until ?? null,
        oldWebhookSecretUntil: row?.webhook_secret_until ?? null,
        webhookStoppedAt: stopped.get(client.clientId) ?? null,
        pkce: client.pkce,
        postLogoutRedirectUris: client.postLogoutRedirectUris,
        frontchannelLogoutUri: client.frontchannelLogoutUri ?? null,
        hearsOf: hearsBy(client).join(', ') || 'nothing',
        refused: refusedOf(refused.get(client.clientId)),
      })),
    }
  },
  'clients add': async ({ services, transaction, at }, order) => {
    return addClient(services, transaction, at, order.file, order.public)
  },
  'clients change': async ({ services, transaction, at }, order) => {
    return changeClient(services, transaction, at, order.file)
  },
  'clients rotate-secret': async ({ services, transaction, at }, order) => {
    const { clientId, of, endOld } = order
    const days = endOld ? null : order.days
    return rotateSecret(services, transaction, at, clientId, { of, days })
  },
  'clients remove': async ({ transaction, at }, order) => {
    return removeClient(transaction, at, order.clientId)
  },
  'allowed-domains list': async ({ at: { allowedRedirectDomains } }) => {
    return { data: allowedRedirectDomains.map((host) => ({ host })) }
  },
  'deliveries list': async ({ services: { database } }, order) => {
    const failed = await listFailedJobs(database.kysely, Object.keys(kinds), order)
    return {
      data: failed.map(({ id, data, queue, state, createdAt, tries, nextTry, output }) => ({
        id,
        client: data.clientId,
        kind: kinds[queue as keyof typeof kinds],
        state: state === 'failed' ? 'given up' : 'failed',
        postedAt: createdAt,
        tries,
        nextTry: state === 'failed' ? null : nextTry,
        error: output?.message ?? null,
      })),
    }
  },
  'deliveries retry': async ({ services, transaction }, { deployment, delivery: id, client }) => {
    const wanted = { deployment, client, id }
    const failed = await listFailedJobs(transaction, Object.keys(kinds), wanted)
    if (id !== undefined && failed.length === 0) {
      throw new ActRefusedError(`${deployment} has no delivery ${id} that failed.`)
    }
    for (const job of failed) await retryJob(services.jobs.boss, transaction, job.queue, job)
    const count = failed.length
    // The audit log keeps a text for ever: one that names no site is none.
    const ofSite = count === 0 ? undefined : client
    return {
      data: { count },
      message: `Deliveries to be tried at once: ${count}.`,
      subject: id === undefined ? (ofSite ?? 'deliveries') : `delivery ${id}`,
      details: { count },
    }
  },
  'events replay': async ({ services, transaction, at }, { client: clientId, since }) => {
    listening(at, clientId)
    const count = await services.events.replay(transaction, at, clientId, new Date(since))
    if (count === null) {
      const message = `Since then ${clientId} has had more than ${mostReplayed} events: name a later moment.`
      throw new ActRefusedError(message, { code: 'TOO_MANY' })
    }
    return {
      data: { count },
      message: `Events on their way: ${count}.`,
      subject: `client ${clientId}`,
      details: { since, count },
    }
  },
  'events test': async ({ services, audit, at }, { client: clientId }) => {
    const client = listening(at, clientId)
    const audited = { subject: `client ${clientId}` }
    await inTransaction(services.database.kysely, (transaction) => audit(transaction, audited))
    const { status, answer, stoppedAt } = await services.events.test(at, client)
    // An answer is foreign text: none may move the cursor.
    const text = answer.replaceAll(/\p{Cc}+/gu, ' ').trim()
    const said = [
      status === null ? `${clientId} did not answer: ${text}.` : `${clientId} answered ${status}.`,
      ...(status === null || text === '' ? [] : [text]),
      ...(stoppedAt === null
        ? []
        : [`It gets no events since ${stoppedAt.toISOString()}: start them again.`]),
    ].join('\n')
    const data = { status, answer: text, stoppedAt }
    if (status === null || status < 200 || status > 299) {
      throw new ActRefusedError(said, { data })
    }
    return { data, message: said }
  },
  'events start': async ({ transaction, at }, { client: clientId }) => {
    listening(at, clientId)
    const wasStopped = await startWebhook(transaction, at.name, clientId)
    return {
      data: { wasStopped },
      message: wasStopped
        ? `${clientId} gets events from now on. To send what it missed, replay its events.`
        : `${clientId} was not stopped.`,
      subject: `client ${clientId}`,
      details: { wasStopped },
    }
  },
})

function listening({ name, clients }: Deployment, clientId: string): OidcClient {
  const found = clients.get(clientId)
  if (found?.webhook) return found
  throw new ActRefusedError(`${name} has no client ${clientId} with a webhook.`)
}
