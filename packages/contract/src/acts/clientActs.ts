import * as z from 'zod'
import { act, longAct, look } from './act.ts'
import { isSo, instant, number, text } from './answers.ts'
import { count, deployment, flag, limitOf, moment, ofDeployment } from './orderFields.ts'

/* Clients that players sign in to, and the account events that sites get. */

const clientId = z
  .string()
  .min(1)
  .max(100)
  .meta({ description: 'its clientId, as the list shows it' })

const file = z.string().max(100_000).meta({
  description:
    'file with the client as JSON, like an entry of `clients`, without secrets; - is stdin',
  from: 'file',
})

const client = z
  .string()
  .min(1)
  .max(100)
  .meta({ description: 'clientId of the site', value: 'clientId' })

const listed = z.strictObject({
  clientId: text,
  name: text,
  isFirstParty: isSo,
  scopes: z.array(text),
  redirectUris: z.array(text),
  hasKeys: isSo,
  applicationType: text,
  device: isSo,
  /** The services whose tokens a game exchanges, and the game's own id there. */
  exchanges: z.array(z.strictObject({ service: text, gameId: text.nullable() })),
  backchannelLogoutUri: text.nullable(),
  webhook: text.nullable(),
  events: z.array(text).nullable(),
  eventFormat: text,
  from: text,
  hasSecret: isSo,
  oldSecretUntil: instant.nullable(),
  oldWebhookSecretUntil: instant.nullable(),
  webhookStoppedAt: instant.nullable(),
  pkce: text,
  postLogoutRedirectUris: z.array(text),
  frontchannelLogoutUri: text.nullable(),
  /** By what it hears that a player was logged out or banned: log-outs, events, or nothing. */
  hearsOf: text,
  /** Its last request that was wrong; null for none in thirty days. */
  refused: z.strictObject({ fault: text, value: text, reason: text, at: instant }).nullable(),
})

const delivery = z.strictObject({
  id: text,
  client: text,
  /** An account event, or the notice of a log-out. */
  kind: text,
  state: text,
  postedAt: instant,
  tries: number,
  /** Null for one that was given up. */
  nextTry: instant.nullable(),
  error: text.nullable(),
})

const ofClient = client.optional().meta({ description: 'to this site alone', value: 'clientId' })

export const clientActs = {
  'clients list': look({
    title: 'List sites',
    summary:
      'Lists the clients that players sign in to: of the deployment’s file and of the database.',
    ...ofDeployment,
    answer: z.array(listed),
    roles: ['brand', 'operator', 'auditor'],
  }),
  'clients add': act({
    title: 'Add a site',
    done: 'The site is added.',
    summary: 'Adds a client, which every server knows within seconds, and shows its secrets once.',
    order: z.strictObject({
      file,
      deployment,
      public: flag('it has no secret: a program in the browser or on a device'),
    }),
    operands: ['file'],
  }),
  'clients change': act({
    title: 'Change a site',
    done: 'The site is changed.',
    summary: 'Replaces the entry of a client in the database; its secrets stay.',
    order: z.strictObject({ file, deployment }),
    operands: ['file'],
  }),
  'clients rotate-secret': act({
    title: 'Change the secret of {a site}',
    done: 'The secret of {the site} is changed.',
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
  }),
  'clients remove': act({
    title: 'Remove {a site}',
    done: '{The site} is removed.',
    summary: 'Removes a client of the database: no player can sign in to it any more.',
    order: z.strictObject({ clientId, deployment }),
    operands: ['clientId'],
  }),
  'allowed-domains list': look({
    title: 'List the hosts that redirects may lead to',
    summary: 'Lists the hosts that a redirect may lead to, out of the deployment’s file.',
    ...ofDeployment,
    answer: z.array(z.strictObject({ host: text })),
    roles: ['brand', 'operator', 'auditor'],
  }),
  'deliveries list': look({
    title: 'List failed deliveries',
    summary: 'Lists account events and log-outs that a site did not take, those given up first.',
    order: z.strictObject({
      client: ofClient,
      deployment,
      limit: limitOf('those given up, and the oldest'),
    }),
    answer: z.array(delivery),
    roles: ['operator'],
  }),
  'deliveries retry': act({
    title: 'Retry failed deliveries',
    done: 'The deliveries are tried again.',
    summary: 'Retries what a site did not take at once, and for another day: one of them, or all.',
    order: z.strictObject({
      delivery: z
        .string()
        .max(255)
        .optional()
        .meta({ description: 'its id, as the list shows it; without it all' }),
      client: ofClient,
      deployment,
    }),
    operands: ['delivery'],
    answer: z.strictObject({ count: number }),
    roles: ['operator'],
  }),
  'events replay': act({
    title: 'Send {a site} its events again',
    done: '{The site} gets its events again.',
    summary: 'Sends a site the account events of the last 30 days once more.',
    order: z.strictObject({
      client,
      since: moment.meta({
        description: 'from when on, as ISO 8601 with its offset',
        value: 'moment',
      }),
      deployment,
    }),
    answer: z.strictObject({ count: number }),
    roles: ['operator'],
  }),
  'events test': longAct({
    title: 'Send {a site} a test event',
    done: 'The test event is sent.',
    summary: 'Sends a site an event without a player at once, and shows its answer.',
    order: z.strictObject({ client, deployment }),
    operands: ['client'],
    answer: z.strictObject({
      status: number.nullable(),
      answer: text,
      stoppedAt: instant.nullable(),
    }),
    roles: ['operator'],
    needsReason: false,
  }),
  'events start': act({
    title: 'Start events to {a site} again',
    done: '{The site} gets events again.',
    summary: 'Sends a site events again after it answered 410 Gone.',
    order: z.strictObject({ client, deployment }),
    operands: ['client'],
    answer: z.strictObject({ wasStopped: isSo }),
    roles: ['operator'],
  }),
} as const
