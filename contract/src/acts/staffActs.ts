import * as z from 'zod'
import { act, longAct, look } from './act.ts'
import { deployment, flag, limit } from './orderFields.ts'

/* Staff of the console: their requests to each other, and their log-ins. */

const request = {
  id: z.uuid().meta({ description: 'of the request, as approvals list shows it' }),
  deployment,
}

/** A role that orders an act asks for it, and decides on another person’s request. */
const whoOrders = {
  roles: ['support', 'brand', 'privacy', 'operator'],
  isConsoleOnly: true,
} as const

export const approvalActs = {
  'approvals list': look({
    summary: 'Lists the acts that wait for a second person, the newest first.',
    order: z.strictObject({
      deployment,
      all: flag('those too that are decided or over'),
      limit,
    }),
    ...whoOrders,
  }),
  'approvals show': look({
    summary: 'Shows a request, and what it will do now.',
    order: z.strictObject(request),
    operands: ['id'],
    ...whoOrders,
  }),
  'approvals approve': longAct({
    summary: 'Approves the act that another person asked for, which is carried out at once.',
    order: z.strictObject({
      ...request,
      digest: z
        .string()
        .regex(/^[0-9a-f]{64}$/)
        .meta({ description: 'of what approvals show has shown' }),
    }),
    operands: ['id'],
    ...whoOrders,
    needsProof: true,
  }),
  'approvals refuse': act({
    summary: 'Refuses the act that another person asked for.',
    order: z.strictObject(request),
    operands: ['id'],
    ...whoOrders,
  }),
  'approvals withdraw': act({
    summary: 'Takes an own request back.',
    order: z.strictObject(request),
    operands: ['id'],
    ...whoOrders,
  }),
} as const

export const staffActs = {
  'staff list': look({
    summary: 'Lists the open log-ins of staff to the console, the latest first.',
    order: z.strictObject({}),
    roles: ['operator', 'auditor'],
  }),
  'staff end-sessions': act({
    summary: 'Ends all log-ins of a person of the staff, who signs in again to go on.',
    order: z.strictObject({
      person: z
        .string()
        .min(1)
        .max(300)
        .meta({ description: 'the verified address, or the subject at the identity provider' }),
    }),
    operands: ['person'],
    roles: ['operator'],
  }),
} as const
