import { statements } from '../statements.ts'

/** Clients that operators add without a file; their secrets are sealed. */
export const storedClients = statements(
  `create table clients (
    deployment text not null,
    client_id text not null,
    revision uuid not null,
    data jsonb not null,
    sealed text not null,
    secret_until timestamptz,
    webhook_secret_until timestamptz,
    created_at timestamptz not null,
    primary key (deployment, client_id)
  )`,
)

/** Webhooks that answered 410: clients of the files too. */
export const stoppedWebhooks = statements(
  `create table stopped_webhooks (
    deployment text not null,
    client_id text not null,
    at timestamptz not null,
    primary key (deployment, client_id)
  )`,
)
