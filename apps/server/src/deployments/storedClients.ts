import * as z from 'zod'
import {
  listClientRevisions,
  listStoredClients,
  type StoredClient,
  updateStoredClient,
} from '../database/oidc/storedClientStatements.ts'
import { SettingsError } from '../platform/config/settings.ts'
import { seal, unseal } from '../platform/crypto/seal.ts'
import type { ServerKey } from '../platform/crypto/serverKey.ts'
import { logEvent } from '../platform/observability/events.ts'
import type { Task } from '../platform/scheduler.ts'
import { type OidcClient, siteClientSchema } from './client.ts'
import type { DeploymentServices } from './deploymentServices.ts'

/** Milliseconds between two looks: a server knows a new client after this long. */
const pause = 2000

/** The secrets of a client as they are sealed; the previous ones count until the row's moments. */
export interface ClientSecrets {
  readonly secret?: string | undefined
  readonly previousSecret?: string | undefined
  readonly webhookSecret?: string | undefined
  readonly previousWebhookSecret?: string | undefined
}

interface Materials extends Omit<DeploymentServices, 'settings'> {
  readonly key: ServerKey
}

/** The clients that operators keep in the database. */
export function createClientStore(materials: Materials) {
  const { database, clock, deployments, log } = materials
  const { kysely } = database
  let seen = '[]'
  let refused = ''

  /** Throws a SettingsError, and keeps the known ones, where a file has a client too. */
  async function refresh(): Promise<boolean> {
    const names = deployments.all.map(({ name }) => name)
    const now = clock.now()
    const revisions = await listClientRevisions(kysely, names)
    // An expired secret is a change too.
    const state = JSON.stringify(
      revisions.map(({ deployment, revision, secret_until, webhook_secret_until }) => [
        deployment,
        revision,
        counts(secret_until, now),
        counts(webhook_secret_until, now),
      ]),
    )
    if (state === seen) return false
    const rows = await listStoredClients(kysely, names)
    const read = rows.flatMap((row) => readOrLog(materials, row, now))
    const clientsOf = (name: string) =>
      read.filter(({ deployment }) => deployment === name).map(({ client }) => client)
    try {
      deployments.replaceClients(new Map(names.map((name) => [name, clientsOf(name)])))
    } catch (error) {
      // Logged once, and tried again: the file may be corrected.
      if (state === refused) return false
      refused = state
      throw error
    }
    seen = state
    return true
  }
  const onError = (error: unknown) => logEvent(log, 'clients.rejected', reasonsOf(error))
  /** Looks for changes while the process runs. */
  const watching: Task = { pause, run: refresh, onError }
  return { refresh, watching }
}

/** The reasons of an error for a log line. */
export function reasonsOf(error: unknown) {
  return error instanceof SettingsError
    ? { problems: error.message.split('\n') }
    : { err: error as Error }
}

/** One unreadable client must not keep the others out. */
function readOrLog({ key, log }: Materials, row: StoredClient, now: Date) {
  const { deployment, client_id: clientId } = row
  try {
    return [{ deployment, client: clientOf(row, secretsOf(row, key), now) }]
  } catch (error) {
    const problems = whyUnreadable(error).map((why) => `${deployment}: ${clientId} ${why}`)
    logEvent(log, 'clients.rejected', { problems })
    return []
  }
}

/** Fields and rules alone: any other part of the error may have a secret in it. */
function whyUnreadable(error: unknown): readonly string[] {
  if (!(error instanceof z.ZodError)) {
    return ['cannot be read: is SESSION_KEY the one that sealed it?']
  }
  return error.issues.map(({ path, message }) => `has ${z.core.toDotPath(path)}: ${message}`)
}

export function secretsOf({ sealed }: Pick<StoredClient, 'sealed'>, key: ServerKey): ClientSecrets {
  return unseal(sealed, key.clients) as ClientSecrets
}

/** The client of a row; throws when the row is none. */
export function clientOf(
  row: Pick<StoredClient, 'data' | 'secret_until' | 'webhook_secret_until'>,
  { secret, previousSecret, webhookSecret, previousWebhookSecret }: ClientSecrets,
  now: Date,
): OidcClient {
  const { webhook, ...data } = row.data as { readonly webhook?: object }
  const previous = counts(row.secret_until, now) ? previousSecret : undefined
  const previousOfWebhook = counts(row.webhook_secret_until, now)
    ? previousWebhookSecret
    : undefined
  return siteClientSchema.parse({
    ...data,
    clientSecret: secret,
    previousClientSecret: previous,
    webhook: webhook && { ...webhook, secret: webhookSecret, previousSecret: previousOfWebhook },
  })
}

function counts(until: Date | null, now: Date): boolean {
  return until !== null && until > now
}

/** While the server's key changes, the secrets of clients under the old one are sealed again. */
export async function resealClients(
  { database, key }: Pick<Materials, 'database' | 'key'>,
  deployment: string,
): Promise<void> {
  if (key.clients.length === 1) return
  for (const row of await listStoredClients(database.kysely, [deployment])) {
    const sealed = seal(secretsOf(row, key), key.clients)
    await updateStoredClient(database.kysely, row, { sealed })
  }
}
