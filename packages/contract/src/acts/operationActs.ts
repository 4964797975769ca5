import * as z from 'zod'
import { cleanText } from '../cleanText.ts'
import { act, longAct, look } from './act.ts'
import { address, hidden, isSo, instant, network, number, person, shown, text } from './answers.ts'
import { deployment, flag, limit, limitOf, moment, ofDeployment, since } from './orderFields.ts'

/* The health of a server, mails that wait, signing keys, and the audit log. */

const mail = z.strictObject({
  id: text,
  deployment: text.nullable(),
  /** Which mail it is; null for one of an earlier version. */
  kind: text.nullable(),
  to: address.nullable(),
  subject: hidden(z.string()).nullable(),
  state: text,
  postedAt: instant,
  tries: number,
  nextTry: instant,
  error: text.nullable(),
})

const ofOne = deployment
  .optional()
  .meta({ description: 'mails of this deployment alone', value: 'name' })

const key = z.strictObject({ kid: text, alg: text, createdAt: instant, signsFrom: instant })

const entry = z.strictObject({
  id: number,
  at: instant,
  who: text,
  person,
  why: text,
  command: text,
  deployment: text,
  subject: text,
  details: z
    .object({
      network: network.optional(),
      /** The marks of the people in `approved_by`. */
      approvers: z.array(text).optional(),
    })
    .catchall(shown(z.unknown())),
  via: text,
  approved_by: text.nullable(),
  alone: isSo,
  seq: number,
})

const partOfHealth = z.strictObject({ part: text, status: text, isGood: isSo })

const node = z.strictObject({
  node: text,
  software: text,
  seen: instant,
  /** Seconds since its last sample. */
  age: number,
  eventLoop: number,
  hashesWaiting: number,
  mailLag: number,
  jobsWaiting: number,
  connections: shown(z.record(z.string(), z.number())),
  versions: z.array(z.strictObject({ deployment: text, version: number })),
  /** Its files, or a version that it does not serve, with the reasons. */
  refused: z.array(z.strictObject({ of: text, why: z.array(text) })),
})

const keyOfHealth = z.strictObject({
  deployment: text,
  alg: text,
  kid: text,
  signsFrom: instant,
  signs: isSo,
  /** When its successor is made. */
  next: instant.nullable(),
})

const sample = z.strictObject({
  at: instant,
  node: text,
  /** The counts are of so many seconds. */
  seconds: number,
  calls: number,
  signIns: number,
  registrations: number,
  sentAway: number,
  refusals: shown(z.record(z.string(), z.number())),
  p95: number,
  hashesWaiting: number,
  mailLag: number,
  jobsWaiting: number,
  eventLoop: number,
  connections: shown(z.record(z.string(), z.number())),
})

const samples = z.strictObject({
  samples: z.array(sample),
  marks: z.array(z.strictObject({ at: instant, deployment: text, what: text })),
})

const chain = z.strictObject({
  deployment: text,
  entries: number,
  head: number,
  anchors: number,
  explained: z.array(text),
})

export const operationActs = {
  'health show': look({
    title: 'Show health',
    summary:
      'Shows whether the parts that a server needs work: database, mail, queues, keys and more.',
    order: z.strictObject({}),
    answer: z.array(partOfHealth),
    roles: ['operator'],
  }),
  'health nodes': look({
    title: 'List servers',
    summary: 'Lists the servers that have written a sample in the last two hours, and their state.',
    order: z.strictObject({}),
    answer: z.array(node),
    roles: ['operator'],
  }),
  'health keys': look({
    title: 'List the signing keys of all deployments',
    summary: 'Lists the keys that sign tokens for clients, of all deployments, with their change.',
    order: z.strictObject({}),
    answer: z.array(keyOfHealth),
    roles: ['operator'],
  }),
  'launch samples': look({
    title: 'List the measurements of the servers',
    summary: 'Lists the counts and measures of every server, by five seconds or by the minute.',
    order: z.strictObject({
      deployment: deployment
        .optional()
        .meta({ description: 'counts of this deployment alone', value: 'name' }),
      since,
    }),
    answer: samples,
    roles: ['operator', 'brand'],
  }),
  'outbox list': look({
    title: 'List waiting mails',
    summary: 'Lists mails that are not sent yet or were given up, the oldest first.',
    order: z.strictObject({
      deployment: ofOne,
      to: z
        .string()
        .overwrite((given) => cleanText('address', given))
        .min(1)
        .max(255)
        .optional()
        .meta({ description: 'to this address alone', value: 'address', names: 'players' }),
      limit: limitOf('the oldest'),
    }),
    answer: z.array(mail),
    roles: ['support', 'operator'],
  }),
  'outbox retry': act({
    title: 'Retry waiting mails',
    done: 'The mails are tried again.',
    summary: 'Retries mails at once, and for another day: one of them, or all.',
    order: z.strictObject({
      mail: z
        .string()
        .max(255)
        .optional()
        .meta({ description: 'its id, as the list shows it; without it all' }),
      deployment: ofOne,
    }),
    operands: ['mail'],
    answer: z.strictObject({ count: number }),
    roles: ['operator'],
  }),
  'outbox drop': act({
    title: 'Drop {a mail}',
    done: 'The mail is dropped.',
    summary: 'Drops a mail that waits or was given up: it is never sent.',
    order: z.strictObject({
      mail: z.string().min(1).max(255).meta({ description: 'its id, as the list shows it' }),
      deployment: ofOne,
    }),
    operands: ['mail'],
    answer: z.strictObject({ mail: text }),
    roles: ['operator'],
    isIrreversible: true,
  }),
  'keys list': look({
    title: 'List signing keys',
    summary: 'Lists the keys with which a deployment signs its tokens for clients.',
    ...ofDeployment,
    answer: z.array(key),
    roles: ['operator', 'auditor'],
  }),
  'keys rotate': longAct({
    title: 'Change the signing key',
    done: 'The signing key is changed.',
    summary: 'Changes the signing key of a deployment, which also changes every 90 days.',
    order: z.strictObject({
      deployment,
      now: flag('signs at once and revokes all others: for a stolen key'),
    }),
    answer: z.strictObject({ deployment: text, atOnce: isSo }),
    roles: ['operator'],
    needsProof: true,
    isIrreversible: true,
  }),
  'audit list': look({
    title: 'Show the audit log',
    summary: 'Lists the actions of operators with author and reason, the newest first.',
    order: z.strictObject({
      deployment: deployment
        .optional()
        .meta({ description: 'of this deployment alone', value: 'name' }),
      subject: z
        .string()
        .max(255)
        .optional()
        .meta({ description: 'the subject of the change, like "player 12"' }),
      who: z
        .string()
        .max(255)
        .optional()
        .meta({ description: 'the operator or program that ordered it', value: 'name' }),
      since,
      before: z.coerce
        .number()
        .int()
        .positive()
        .optional()
        .meta({ description: 'older than this entry: its id, as the list shows it', value: 'id' }),
      limit,
    }),
    answer: z.array(entry),
    roles: ['privacy', 'operator', 'auditor'],
  }),
  'audit verify': look({
    title: 'Verify the audit log',
    summary: 'Recomputes the chains of the audit log, and names the first entry that does not fit.',
    order: z.strictObject({
      deployment: z
        .string()
        .min(1)
        .max(255)
        .optional()
        .meta({ description: 'its chain alone; * for what concerns all', value: 'name' }),
      since: moment
        .optional()
        .meta({ description: 'takes what is older for right', value: 'moment' }),
      anchors: z.array(z.string()).optional().meta({
        description: 'an AUDIT_ANCHORS; may stand several times',
        value: 'file',
        from: 'file',
        isOfCommandLine: true,
      }),
    }),
    answer: z.array(chain),
    roles: ['operator', 'auditor'],
  }),
} as const
