import * as z from 'zod'
import type { Executor } from '../../../database/schema/executor.ts'
import {
  deleteStoredClient,
  insertStoredClient,
  lockStoredClient,
  type StoredClient,
  updateStoredClient,
} from '../../../database/oidc/storedClientStatements.ts'
import { startWebhook } from '../../../database/oidc/stoppedWebhooks.ts'
import { after } from '../../../platform/clock.ts'
import { randomBytes, randomUUID } from '../../../platform/crypto/random.ts'
import { readFileJson } from '../../../platform/readJsonText.ts'
import { seal } from '../../../platform/crypto/seal.ts'
import { newSecret } from '../../../platform/crypto/secrets.ts'
import { hasKeys, webhookSecretPrefix } from '../../../deployments/client.ts'
import { type ClientSecrets, clientOf, secretsOf } from '../../../deployments/storedClients.ts'
import {
  type Deployment,
  unsafeClients,
  withStoredClients,
} from '../../../deployments/deployments.ts'
import type { ActServices, Audited } from '../orders/run.ts'
import { ActRefusedError } from '../orders/actRefusedError.ts'

type Services = Pick<ActServices, 'clock' | 'key' | 'settings'>
type Made = Pick<ClientSecrets, 'secret' | 'webhookSecret'>

const day = 86_400
/** A rotation alone knows when a replaced secret ends. */
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

type Given = Omit<z.output<typeof givenSchema>, 'clientSecret'>

/** The result of a change. Secrets that were made are shown this once, and are in no log. */
function resultOf(clientId: string, made: Made, said: string, details: Audited['details'] = {}) {
  const { secret, webhookSecret } = made
  const lines = [
    said,
    ...(secret === undefined ? [] : [`clientSecret: ${secret}`]),
    ...(webhookSecret === undefined ? [] : [`webhook secret: ${webhookSecret}`]),
    ...((secret ?? webhookSecret) === undefined
      ? []
      : ['Keep what is secret now: it is not shown again.']),
  ]
  return {
    data: { clientId, clientSecret: secret, webhookSecret },
    message: lines.join('\n'),
    subject: `client ${clientId}`,
    details,
  }
}

/** Adds a client; makes the secrets that it lacks, but for one with keys and a public one. */
export async function addClient(
  services: Services,
  transaction: Executor,
  deployment: Deployment,
  text: string,
  isPublic: boolean,
) {
  const { data, given } = readGiven(text)
  const { clientId } = data
  if (isPublic && given.secret !== undefined) {
    throw new ActRefusedError('clientSecret: a public client has none.')
  }
  const lacksSecret = !isPublic && !hasNoSecret(data) && given.secret === undefined
  const made = { ...(lacksSecret && { secret: newSecret() }), ...madeForWebhook(data, given) }
  const secrets = { ...given, ...made }
  const row = {
    deployment: deployment.name,
    client_id: clientId,
    ...keptAs(services, secrets),
    secret_until: null,
    webhook_secret_until: null,
    created_at: services.clock.now(),
  }
  const stored = checked(services, deployment, { ...row, data }, secrets)
  if (!(await insertStoredClient(transaction, { ...row, data: stored }))) {
    throw new ActRefusedError(`${deployment.name} has a client ${clientId} already.`)
  }
  const said = `${clientId} is known to every server in some seconds.`
  return resultOf(clientId, made, said, { isPublic })
}

/** Replaces a client's data. Its secrets stay, but new keys end one, and lost keys make one. */
export async function changeClient(
  services: Services,
  transaction: Executor,
  deployment: Deployment,
  text: string,
) {
  const { data, given } = readGiven(text)
  const { clientId } = data
  if (given.secret !== undefined || given.webhookSecret !== undefined) {
    throw new ActRefusedError('clientSecret, webhook.secret: clients rotate-secret changes them.')
  }
  const row = await storedNamed(transaction, deployment, clientId)
  const { secret, previousSecret, ...ofWebhook } = secretsOf(row, services.key)
  const losesSecret = hasKeys(data)
  const getsSecret = hasKeys(row.data) && !hasNoSecret(data)
  const made = { ...(getsSecret && { secret: newSecret() }), ...madeForWebhook(data, ofWebhook) }
  const secrets = { ...(!losesSecret && { secret, previousSecret }), ...ofWebhook, ...made }
  await updateStoredClient(transaction, row, {
    data: checked(services, deployment, { ...row, data }, secrets),
    ...keptAs(services, secrets),
    ...(losesSecret && { secret_until: null }),
  })
  const ended = losesSecret && secret !== undefined ? ' Its secret ended.' : ''
  return resultOf(clientId, made, `${clientId} is changed.${ended}`)
}

/** A client that proves itself by keys, or is a program that players have. */
function hasNoSecret(data: Given): boolean {
  return hasKeys(data) || data.applicationType === 'native'
}

/** The two secrets of a client: that of its sign-ins, and that of its events. */
const kinds = {
  client: { now: 'secret', before: 'previousSecret', until: 'secret_until' },
  webhook: { now: 'webhookSecret', before: 'previousWebhookSecret', until: 'webhook_secret_until' },
} as const

/**
 * Makes another secret; the present one works for some days more, and the one before it ends.
 * Without days no secret is made, and the present one is the only one from now on.
 */
export async function rotateSecret(
  services: Services,
  transaction: Executor,
  deployment: Deployment,
  clientId: string,
  { of, days }: { readonly of: keyof typeof kinds; readonly days: number | null },
) {
  const { now, before, until } = kinds[of]
  const row = await storedNamed(transaction, deployment, clientId)
  const known = secretsOf(row, services.key)
  if (days === null) {
    const secrets = { ...known, [before]: undefined }
    await updateStoredClient(transaction, row, { ...keptAs(services, secrets), [until]: null })
    return resultOf(clientId, {}, `${clientId} has one secret: the newest.`, { of, endOld: true })
  }
  if (known[now] === undefined) throw new ActRefusedError(`${clientId} has no such secret.`)
  const end = days === 0 ? null : after(services.clock.now(), days * day)
  const made: Made = { [now]: of === 'webhook' ? newWebhookSecret() : newSecret() }
  const secrets = { ...known, ...made, [before]: end === null ? undefined : known[now] }
  await updateStoredClient(transaction, row, { ...keptAs(services, secrets), [until]: end })
  const old = end === null ? 'ends now' : `works until ${end.toISOString()}`
  return resultOf(clientId, made, `${clientId} has another secret; the old one ${old}.`, {
    of,
    days,
  })
}

export async function removeClient(
  transaction: Executor,
  deployment: Deployment,
  clientId: string,
) {
  refuseOfFile(deployment, clientId)
  if (!(await deleteStoredClient(transaction, deployment.name, clientId))) {
    throw new ActRefusedError(`${deployment.name} has no client ${clientId} in the database.`)
  }
  await startWebhook(transaction, deployment.name, clientId)
  return resultOf(clientId, {}, `${clientId} is removed.`)
}

async function storedNamed(
  transaction: Executor,
  deployment: Deployment,
  clientId: string,
): Promise<StoredClient> {
  refuseOfFile(deployment, clientId)
  const row = await lockStoredClient(transaction, deployment.name, clientId)
  if (row) return row
  throw new ActRefusedError(`${deployment.name} has no client ${clientId} in the database.`)
}

function refuseOfFile({ name, clientsOfFile }: Deployment, clientId: string): void {
  if (!clientsOfFile.has(clientId)) return
  throw new ActRefusedError(
    `${clientId} is a client of the file of ${name}, the only place to change it.`,
  )
}

/** A client's JSON, its secrets apart. */
function readGiven(text: string) {
  const json = readFileJson(text)
  if ('refusal' in json) throw new ActRefusedError(`The client ${json.refusal}`)
  const read = givenSchema.safeParse(json.value)
  if (!read.success) throw new ActRefusedError(z.prettifyError(read.error))
  const { clientSecret: secret, webhook, ...rest } = read.data
  const { secret: webhookSecret, ...address } = webhook ?? {}
  const data = { ...rest, ...(webhook === undefined ? {} : { webhook: address }) }
  return { data, given: { secret, webhookSecret } }
}

/** A webhook whose posts are signed by a secret gets one. */
function madeForWebhook({ webhook, eventFormat }: Given, { webhookSecret }: Made): Made {
  const lacksOne = webhook !== undefined && eventFormat !== 'set' && webhookSecret === undefined
  return lacksOne ? { webhookSecret: newWebhookSecret() } : {}
}

/** As Standard Webhooks has them: 32 bytes. */
function newWebhookSecret(): string {
  return `${webhookSecretPrefix}${randomBytes(32).toString('base64')}`
}

/** The columns that change with the secrets. */
function keptAs({ key }: Services, secrets: ClientSecrets) {
  return { sealed: seal(secrets, key.clients), revision: randomUUID() }
}

/** The client as servers will read it, without secrets; refuses one that a file could not have. */
function checked(
  { clock, settings }: Services,
  deployment: Deployment,
  row: StoredClient,
  secrets: ClientSecrets,
): string {
  refuseOfFile(deployment, row.client_id)
  try {
    const client = clientOf(row, secrets, clock.now())
    withStoredClients(deployment, [client])
    const unsafe = settings.NODE_ENV === 'production' ? unsafeClients([client]) : []
    const { clientId, clientSecret: _, previousClientSecret: __, webhook, ...rest } = client
    if (unsafe.length > 0) {
      throw new ActRefusedError(unsafe.map((error) => `${clientId}${error}`).join('\n'))
    }
    return JSON.stringify({ clientId, ...rest, ...(webhook && { webhook: { url: webhook.url } }) })
  } catch (error) {
    if (error instanceof z.ZodError) throw new ActRefusedError(z.prettifyError(error))
    throw error
  }
}
