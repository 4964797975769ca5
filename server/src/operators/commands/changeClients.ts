import * as z from 'zod'
import type { Executor } from '../../database/schema/executor.ts'
import {
  deleteStoredClient,
  insertStoredClient,
  lockStoredClient,
  type StoredClient,
  updateStoredClient,
} from '../../database/oidc/storedClients.ts'
import { startWebhook } from '../../database/oidc/stoppedWebhooks.ts'
import { after } from '../../platform/clock.ts'
import { randomBytes, randomUUID } from '../../platform/crypto/random.ts'
import { seal } from '../../platform/crypto/seal.ts'
import { newSecret } from '../../platform/crypto/secrets.ts'
import { webhookSecretPrefix } from '../../platform/crypto/signWebhook.ts'
import { hasKeys, type OidcClient } from '../../tenants/client.ts'
import { type ClientSecrets, clientOf, secretsOf } from '../../tenants/storedClients.ts'
import { type Deployment, unsafeClients, withStoredClients } from '../../tenants/deployments.ts'
import { CommandRefusedError } from '../command/commandRefusedError.ts'
import type { OperatorServices } from '../command/operatorServices.ts'

type Services = Pick<OperatorServices, 'clock' | 'key' | 'settings'>

export interface ClientResult {
  readonly clientId: string
  /** Those that were made, to be shown once. */
  readonly secrets: { readonly clientSecret?: string; readonly webhookSecret?: string }
  readonly said: string
}

const day = 86_400
/** A secret of before is sealed by a rotation alone, which knows its end. */
const byRotation = z.never('is what clients rotate-secret keeps').optional()

/** As an entry of `clients`, which a secret may come with from the file. */
const givenSchema = z.looseObject({
  clientId: z.string(),
  clientSecret: z.string().optional(),
  previousClientSecret: byRotation,
  applicationType: z.string().optional(),
  jwks: z.unknown().optional(),
  jwksUri: z.unknown().optional(),
  eventFormat: z.string().optional(),
  webhook: z.looseObject({ secret: z.string().optional(), previousSecret: byRotation }).optional(),
})

/**
 * Adds a client to the database. Secrets that it lacks are made, but for one that has keys of its own or
 * keeps no secret. Refuses an id that is taken, and what the deployment's file could not have.
 */
export async function addClient(
  services: Services,
  transaction: Executor,
  deployment: Deployment,
  text: string,
  { isPublic }: { readonly isPublic: boolean },
): Promise<ClientResult> {
  const { data, given } = readGiven(text)
  const { clientId } = data
  if (isPublic && given.secret !== undefined) {
    throw new CommandRefusedError('clientSecret: a public client has none.')
  }
  const made = {
    ...(isPublic || hasNoSecret(data) || given.secret !== undefined
      ? {}
      : { clientSecret: newSecret() }),
    ...madeForWebhook(data, given),
  }
  const secrets = {
    secret: given.secret ?? made.clientSecret,
    webhookSecret: given.webhookSecret ?? made.webhookSecret,
  }
  const now = services.clock.now()
  const row = {
    deployment: deployment.name,
    client_id: clientId,
    revision: randomUUID(),
    sealed: seal(secrets, services.key.clients),
    secret_until: null,
    webhook_secret_until: null,
    created_at: now,
  }
  const client = checked(services, deployment, { ...row, data }, secrets)
  const stored = JSON.stringify(withoutSecrets(client))
  if (!(await insertStoredClient(transaction, { ...row, data: stored }))) {
    throw new CommandRefusedError(`${deployment.name} has a client ${clientId} already.`)
  }
  return { clientId, secrets: made, said: `${clientId} is known to every server in some seconds.` }
}

/**
 * Replaces a client's data; its secrets stay, and a first webhook gets one. A client that has keys from
 * now on loses its secret, and one that has them no more gets another.
 */
export async function changeClient(
  services: Services,
  transaction: Executor,
  deployment: Deployment,
  text: string,
): Promise<ClientResult> {
  const { data, given } = readGiven(text)
  const { clientId } = data
  if (given.secret !== undefined || given.webhookSecret !== undefined) {
    throw new CommandRefusedError(
      'clientSecret, webhook.secret: clients rotate-secret changes them.',
    )
  }
  const row = await storedNamed(transaction, deployment, clientId)
  const before = secretsOf(row, services.key)
  const hadKeys = hasKeys(row.data)
  const known = namesKeys(data) ? withoutClientSecrets(before) : before
  const made = {
    ...(hadKeys && !hasNoSecret(data) ? { clientSecret: newSecret() } : {}),
    ...madeForWebhook(data, known),
  }
  const { clientSecret: secret = known.secret, ...others } = made
  const secrets = { ...known, ...others, secret }
  const client = checked(services, deployment, { ...row, data }, secrets)
  await updateStoredClient(transaction, row, {
    data: JSON.stringify(withoutSecrets(client)),
    sealed: seal(secrets, services.key.clients),
    revision: randomUUID(),
    ...(known === before ? {} : { secret_until: null }),
  })
  const ended = before.secret !== undefined && known !== before ? ' Its secret ended.' : ''
  return { clientId, secrets: made, said: `${clientId} is changed.${ended}` }
}

interface GivenProof {
  readonly applicationType?: string | undefined
  readonly jwks?: unknown
  readonly jwksUri?: unknown
}

function namesKeys({ jwks, jwksUri }: GivenProof): boolean {
  return jwks !== undefined || jwksUri !== undefined
}

/** Whether a client proves itself by keys, or is a program that players have. */
function hasNoSecret(data: GivenProof): boolean {
  return namesKeys(data) || data.applicationType === 'native'
}

function withoutClientSecrets({
  webhookSecret,
  previousWebhookSecret,
}: ClientSecrets): ClientSecrets {
  return { webhookSecret, previousWebhookSecret }
}

interface Rotation {
  readonly of: 'client' | 'webhook'
  readonly days: number
}

/** Makes another secret; the present one counts for some days more, and one before it no more. */
export async function rotateSecret(
  services: Services,
  transaction: Executor,
  deployment: Deployment,
  clientId: string,
  { of, days }: Rotation,
): Promise<ClientResult> {
  const row = await storedNamed(transaction, deployment, clientId)
  const known = secretsOf(row, services.key)
  const isOfWebhook = of === 'webhook'
  if ((isOfWebhook ? known.webhookSecret : known.secret) === undefined) {
    throw new CommandRefusedError(`${clientId} has no such secret.`)
  }
  const until = days === 0 ? null : after(services.clock.now(), days * day)
  const made = isOfWebhook ? { webhookSecret: newWebhookSecret() } : { clientSecret: newSecret() }
  const secrets: ClientSecrets = isOfWebhook
    ? { ...known, ...made, previousWebhookSecret: days === 0 ? undefined : known.webhookSecret }
    : {
        ...known,
        secret: made.clientSecret,
        previousSecret: days === 0 ? undefined : known.secret,
      }
  await updateStoredClient(transaction, row, {
    sealed: seal(secrets, services.key.clients),
    revision: randomUUID(),
    ...(isOfWebhook ? { webhook_secret_until: until } : { secret_until: until }),
  })
  const end = until === null ? 'ends now' : `works until ${until.toISOString()}`
  return { clientId, secrets: made, said: `${clientId} has another secret; the old one ${end}.` }
}

/** Ends the secret before the present one. */
export async function endOldSecret(
  services: Services,
  transaction: Executor,
  deployment: Deployment,
  clientId: string,
  of: Rotation['of'],
): Promise<ClientResult> {
  const row = await storedNamed(transaction, deployment, clientId)
  const known = secretsOf(row, services.key)
  const isOfWebhook = of === 'webhook'
  const secrets = isOfWebhook
    ? { ...known, previousWebhookSecret: undefined }
    : { ...known, previousSecret: undefined }
  await updateStoredClient(transaction, row, {
    sealed: seal(secrets, services.key.clients),
    revision: randomUUID(),
    ...(isOfWebhook ? { webhook_secret_until: null } : { secret_until: null }),
  })
  return { clientId, secrets: {}, said: `${clientId} has one secret: the newest.` }
}

export async function removeClient(
  transaction: Executor,
  deployment: Deployment,
  clientId: string,
): Promise<ClientResult> {
  refuseOfFile(deployment, clientId)
  if (!(await deleteStoredClient(transaction, deployment.name, clientId))) {
    throw new CommandRefusedError(`${deployment.name} has no client ${clientId} in the database.`)
  }
  await startWebhook(transaction, deployment.name, clientId)
  return { clientId, secrets: {}, said: `${clientId} is removed.` }
}

async function storedNamed(
  transaction: Executor,
  deployment: Deployment,
  clientId: string,
): Promise<StoredClient> {
  refuseOfFile(deployment, clientId)
  const row = await lockStoredClient(transaction, deployment.name, clientId)
  if (row) return row
  throw new CommandRefusedError(`${deployment.name} has no client ${clientId} in the database.`)
}

function refuseOfFile({ name, clientsOfFile }: Deployment, clientId: string): void {
  if (!clientsOfFile.has(clientId)) return
  throw new CommandRefusedError(
    `${clientId} is a client of the file of ${name}, the only place to change it.`,
  )
}

/** A client's JSON, its secrets apart. */
function readGiven(text: string) {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (cause) {
    throw new CommandRefusedError(`The client is no JSON: ${(cause as Error).message}`, { cause })
  }
  const read = givenSchema.safeParse(json)
  if (!read.success) throw new CommandRefusedError(z.prettifyError(read.error))
  const { clientSecret: secret, webhook, ...rest } = read.data
  const { secret: webhookSecret, ...address } = webhook ?? {}
  const data = { ...rest, ...(webhook === undefined ? {} : { webhook: address }) }
  return { data, given: { secret, webhookSecret } }
}

/** A webhook whose posts are signed by a secret gets one. */
function madeForWebhook(
  {
    webhook,
    eventFormat,
  }: { readonly webhook?: object; readonly eventFormat?: string | undefined },
  { webhookSecret }: Pick<ClientSecrets, 'webhookSecret'>,
): { readonly webhookSecret?: string } {
  const lacksOne = webhook !== undefined && eventFormat !== 'set' && webhookSecret === undefined
  return lacksOne ? { webhookSecret: newWebhookSecret() } : {}
}

/** As Standard Webhooks has them: 32 bytes. */
function newWebhookSecret(): string {
  return `${webhookSecretPrefix}${randomBytes(32).toString('base64')}`
}

/** The client as the servers will read it; refuses what a file could not have. */
function checked(
  { clock, settings }: Services,
  deployment: Deployment,
  row: StoredClient,
  secrets: ClientSecrets,
): OidcClient {
  refuseOfFile(deployment, row.client_id)
  try {
    const client = clientOf(row, secrets, clock.now())
    withStoredClients(deployment, [client])
    const unsafe = settings.NODE_ENV === 'production' ? unsafeClients([client]) : []
    if (unsafe.length === 0) return client
    throw new CommandRefusedError(unsafe.map((error) => `${client.clientId}${error}`).join('\n'))
  } catch (error) {
    if (error instanceof z.ZodError) throw new CommandRefusedError(z.prettifyError(error))
    throw error
  }
}

/** What is stored as it is read, with its defaults, for `clients list`. */
function withoutSecrets(client: OidcClient): object {
  const { clientSecret: _, previousClientSecret: __, webhook, ...rest } = client
  return {
    ...rest,
    ...(webhook === undefined ? {} : { webhook: { url: webhook.url } }),
  }
}
