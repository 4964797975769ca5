import * as z from 'zod'
import { act, look } from './act.ts'
import { instant, isSo, number, person, text } from './answers.ts'
import { catalogueId, deployment, limit, moment } from './orderFields.ts'

/* Mailings to newsletter lists: a draft is written, looked at, sent to its author, and started. */

const mailing = catalogueId.meta({
  description: 'its number, as the list of mailings shows it',
  value: 'number',
})

const revision = catalogueId.meta({
  description: 'the revision that was looked at: another one is refused',
  value: 'number',
})

const list = catalogueId.meta({ description: 'the id of the newsletter list', value: 'id' })

const subject = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .refine((given) => !/\p{Cc}/u.test(given), 'has a line break or another control character')
  .meta({ description: 'of the mail' })

/** Markdown, as `gatehouse` reads it from a file. */
const body = z.string().trim().min(1).max(20_000).meta({
  description:
    'a file with the text as Markdown, or - for the standard input; an empty line begins a paragraph',
  value: 'file',
  from: 'file',
})

const words = { list, subject, text: body } as const

const aMailing = {
  order: z.strictObject({ mailing, deployment }),
  operands: ['mailing'],
} as const

/** It is started as it was looked at. */
const started = {
  order: z.strictObject({
    mailing,
    deployment,
    revision,
    at: moment.optional().meta({
      description: 'when it begins, within 90 days; at once, without one',
      value: 'moment',
    }),
  }),
  operands: ['mailing'],
  answer: z.strictObject({ mailing: number, recipients: number }),
  needsProof: true,
  // Mails that are sent stay sent.
  isIrreversible: true,
} as const

const shownMailing = {
  mailing: number,
  revision: number,
  state: text,
  subject: text,
  list: number,
  listName: text,
  at: instant.nullable(),
  total: number,
  /** The mails that are in the outbox, or have left it. */
  posted: number,
  /** Those of them that the mail server has not taken yet. */
  waiting: number,
  dropped: number,
  madeBy: text,
  madeByPerson: person,
  startedBy: text.nullable(),
  startedByPerson: person,
  changedAt: instant,
} as const

const whoWrites = { roles: ['brand'] } as const
const whoSends = { roles: ['brand', 'operator'] } as const

export const mailingActs = {
  'newsletters mailing': act({
    title: 'Send a mailing at once',
    done: 'The mailing has started.',
    summary:
      'Saves and starts a mailing at once: each subscriber of a list gets a mail, with their own unsubscribe link.',
    order: z.strictObject({ ...words, deployment }),
    operands: ['list'],
    isForAssistants: false,
  }),
  'mailings list': look({
    title: 'List mailings',
    summary: 'Lists the mailings with their progress, the latest changed first.',
    order: z.strictObject({ deployment, limit }),
    answer: z.array(z.strictObject(shownMailing)),
    ...whoSends,
  }),
  'mailings show': look({
    title: 'Show {a mailing}',
    summary: 'Shows a mailing with its text, and how many players get it.',
    ...aMailing,
    answer: z.strictObject({
      ...shownMailing,
      text,
      recipients: number,
      needsSecondPerson: isSo,
    }),
    ...whoSends,
  }),
  'mailings preview': look({
    title: 'Preview {a mailing}',
    summary: 'Shows a mail of a mailing as it would be sent, in the look of the deployment.',
    order: z.strictObject({
      mailing: mailing.optional(),
      deployment,
      list: list.optional(),
      subject: subject.optional(),
      text: body.optional(),
    }),
    answer: z.strictObject({
      subject: text,
      html: text,
      text,
      recipients: number,
      warnings: z.array(text),
      problems: z.array(text),
    }),
    ...whoSends,
  }),
  'mailings save': act({
    title: 'Save {a mailing} as a draft',
    done: '{The mailing} is saved.',
    summary: 'Saves a mailing as a draft: a new one, or the next revision of one.',
    order: z.strictObject({
      ...words,
      deployment,
      mailing: mailing.optional(),
      revision: revision.optional(),
    }),
    operands: ['list'],
    needsReason: false,
    answer: z.strictObject({ mailing: number, revision: number, warnings: z.array(text) }),
    ...whoWrites,
  }),
  'mailings test': act({
    title: 'Send {a mailing} to yourself',
    done: '{The mailing} goes to your own address.',
    summary: 'Sends a mailing to the person who orders it, at the address of their own log-in.',
    ...aMailing,
    needsReason: false,
    answer: z.strictObject({ mailing: number }),
    isConsoleOnly: true,
    ...whoWrites,
  }),
  'mailings start': act({
    title: 'Start {a mailing}',
    done: '{The mailing} has started.',
    summary: 'Starts a mailing: each subscriber gets one mail, now or from a moment on.',
    ...started,
    ...whoSends,
  }),
  'mailings start-large': act({
    title: 'Start {a mailing} to many players',
    done: '{The mailing} has started.',
    request: 'the start of {a mailing}',
    summary: 'Starts a mailing to many players, with a second person.',
    ...started,
    needsApproval: true,
    ...whoSends,
  }),
  'mailings stop': act({
    title: 'Stop {a mailing}',
    done: '{The mailing} has stopped.',
    summary:
      'Stops a mailing: mails that are sent stay sent, those on their way too, and all others are dropped.',
    ...aMailing,
    // `sent` has those on their way.
    answer: z.strictObject({ mailing: number, sent: number, onTheWay: number, dropped: number }),
    ...whoSends,
  }),
  'mailings discard': act({
    title: 'Discard {a mailing}',
    done: '{The mailing} is discarded.',
    summary: 'Throws the draft of a mailing away.',
    ...aMailing,
    needsReason: false,
    answer: z.strictObject({ mailing: number }),
    ...whoWrites,
  }),
} as const
