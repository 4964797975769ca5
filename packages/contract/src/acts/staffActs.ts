import * as z from 'zod'
import { act, longAct, look } from './act.ts'
import { instant, isSo, number, person, shown, text } from './answers.ts'
import { deployment, flag, limit } from './orderFields.ts'

/* Staff of the console: their requests to each other, and their log-ins. */

const request = {
  id: z.uuid().meta({ description: 'of the request, as the list of requests shows it' }),
  deployment,
}

const decided = z.strictObject({ id: text, state: text })

/** Addresses are of staff, whom the console shows to each other. */
const asked = {
  id: text,
  act: text,
  /** As in the audit log: 'player 12'. */
  subject: text,
  /** The name of the subject: of a player, the username. */
  about: text,
  why: text,
  askedBy: z.strictObject({ name: text, email: text.nullable(), person }),
  askedAt: instant,
  expiresAt: instant,
  /** The decision: waiting, expired, approved, refused or withdrawn. */
  state: text,
  /** What became of the act; null before an approval. `count` is what it has done so far. */
  outcome: z
    .strictObject({
      state: shown(z.enum(['running', 'done', 'failed'])),
      count: number,
      message: text,
      endedAt: instant.nullable(),
    })
    .nullable(),
  /** The first of two persons who approve; null where one is enough, or none has yet. */
  firstBy: text.nullable(),
  firstPerson: person,
  decidedBy: text.nullable(),
  decidedPerson: person,
  decidedWhy: text.nullable(),
  decidedAt: instant.nullable(),
  isOwn: isSo,
  mayDecide: isSo,
  /** For the person who takes it alone. */
  file: z.strictObject({ name: text, ticket: text, expiresAt: instant }).nullable(),
} as const

/** A role that orders an act asks for it, and decides on another person’s request. */
const whoOrders = {
  roles: ['support', 'brand', 'privacy', 'operator'],
  isConsoleOnly: true,
} as const

export const approvalActs = {
  'approvals list': look({
    title: 'List requests',
    summary: 'Lists the actions that wait for a second person, the newest first.',
    order: z.strictObject({
      deployment,
      all: flag('those too that are decided or over'),
      limit,
    }),
    answer: z.array(z.strictObject(asked)),
    ...whoOrders,
  }),
  'approvals show': look({
    title: 'Show {a request}',
    summary: 'Shows a request, and what it will do now.',
    order: z.strictObject(request),
    operands: ['id'],
    answer: z.strictObject({
      ...asked,
      effect: z.array(text),
      digest: text,
      /** As JSON; null once it is decided. */
      order: text.nullable(),
    }),
    ...whoOrders,
  }),
  'approvals approve': longAct({
    title: 'Approve {a request}',
    done: '{The request} is approved.',
    summary: 'Approves the action that another person asked for, which is carried out at once.',
    order: z.strictObject({
      ...request,
      digest: z
        .string()
        .regex(/^[0-9a-f]{64}$/)
        .meta({ description: 'of what was shown' }),
    }),
    operands: ['id'],
    answer: decided,
    ...whoOrders,
    needsProof: true,
    // It carries out another act, which is a run.
    isRun: false,
  }),
  'approvals refuse': act({
    title: 'Refuse {a request}',
    done: '{The request} is refused.',
    summary: 'Refuses the action that another person asked for.',
    order: z.strictObject(request),
    operands: ['id'],
    answer: decided,
    ...whoOrders,
  }),
  'approvals withdraw': act({
    title: 'Withdraw {a request}',
    done: '{The request} is withdrawn.',
    summary: 'Takes your own request back.',
    order: z.strictObject(request),
    operands: ['id'],
    answer: decided,
    ...whoOrders,
  }),
} as const

const login = z.strictObject({
  id: number,
  sub: text,
  name: text,
  person: text,
  email: text.nullable(),
  created_at: instant,
  seen_at: instant,
  ends_at: instant,
})

export const staffActs = {
  'staff list': look({
    title: 'List who is signed in to the console',
    summary: 'Lists the open log-ins of staff to the console, the latest first.',
    order: z.strictObject({}),
    answer: z.array(login),
    roles: ['operator', 'auditor'],
  }),
  'staff end-sessions': act({
    title: 'Sign {a colleague} out',
    done: '{The colleague} is signed out.',
    summary: 'Ends all log-ins of a person of the staff, who signs in again to go on.',
    order: z.strictObject({
      person: z
        .string()
        .min(1)
        .max(300)
        .meta({ description: 'the verified address, or the subject at the identity provider' }),
    }),
    operands: ['person'],
    answer: z.strictObject({ count: number }),
    roles: ['operator'],
  }),
} as const
