import * as z from 'zod'
import { cleanText } from '../cleanText.ts'
import { act, longAct, look, seenLook } from './act.ts'
import {
  address,
  done,
  instant,
  isSo,
  network,
  number,
  onPlayer,
  person,
  shown,
  text,
} from './answers.ts'
import { identityProviderNames } from '../identityProviderNames.ts'
import { aPlayer, count, deployment, limit, limitOf, onePlayer } from './orderFields.ts'
import { ledgerValues } from './securityActs.ts'

/* The daily work of support: finding players, and restoring their access. */

/** The ways in which a search finds players, in the order of its answer. */
export const searchGroups = ['exact', 'begins', 'contains', 'formerly', 'linked', 'named'] as const

/** As many characters of a name are needed to find it by a part. */
export const leastOfPart = 3

const found = z.strictObject({
  ...onPlayer,
  email: address,
  /** The value that was found, as it is compared. */
  value: address,
  /** Until when a former value is kept for the player. */
  keptUntil: instant.nullable(),
  registered: instant,
  confirmed: instant.nullable(),
  banned: instant.nullable(),
  bannedUntil: instant.nullable(),
  frozen: instant.nullable(),
  linked: z.array(text),
})

const searched = z
  .string()
  .overwrite((given) => cleanText('search', given))
  .min(1)
  .max(255)
  .meta({
    description:
      'a name or its beginning, also of a linked account, a whole address, an id, or the id of a linked account, which may stand behind its service and a colon',
  })

export const foundGroups = z.array(
  z.strictObject({
    group: text,
    players: z.array(found),
    /** Where the next page begins; null where there is none. */
    next: text.nullable(),
    /** True where the search took too long: the group is not complete. */
    timedOut: isSo,
    /** True where the database lacks the index of the group, or the text is too short for it. */
    isOff: isSo,
    /** True for parts of names, where names begin so. */
    isSkipped: isSo,
  }),
)

const mail = z.strictObject({
  id: text,
  kind: text,
  state: text,
  tries: number,
  code: number.nullable(),
  postedAt: instant,
  changedAt: instant,
})

const suppressed = z.strictObject({
  ...onPlayer,
  email: address,
  since: instant,
  /** `bounced`: the mail server refused the address for good. It passes no complaints of readers on. */
  why: text,
  /** Of its answer, as long as that mail is kept. */
  code: number.nullable(),
})

const consent = z.strictObject({
  subject: text,
  accepted: isSo,
  textVersion: text,
  at: instant,
  shownBy: text.nullable(),
  network,
})

/** The parts of a timeline: acts on the account, acts of staff, and why log-ins were refused. */
export const timelineParts = ['activity', 'staff', 'refusals'] as const

/**
 * An act of the player has no `who` and no reason, one of staff no browser. That of a refused log-in is
 * the code of the answer, and its reason says what helps.
 */
const happened = z.strictObject({
  at: instant,
  from: text,
  act: text,
  actor: text,
  browser: text,
  system: text,
  network: network.nullable(),
  shown: ledgerValues.nullable(),
  who: text.nullable(),
  person,
  why: text.nullable(),
  entry: number.nullable(),
})

export const supportActs = {
  'players find': look({
    title: 'Find players',
    summary:
      'Finds players by a name or its beginning, a former name, an address, present or former, an id, or a linked account: its id, or the beginning of its name.',
    order: z.strictObject({
      text: searched,
      deployment,
      group: z
        .enum(searchGroups)
        .optional()
        .meta({ description: `one way alone: ${searchGroups.join(', ')}`, value: 'way' }),
      after: z
        .string()
        .max(255)
        .optional()
        .meta({ description: 'the next page of that way, as next says it', value: 'name' }),
    }),
    operands: ['text'],
    answer: foundGroups,
    roles: ['support', 'privacy', 'operator'],
    countedAs: 'search',
  }),
  'players find-anywhere': look({
    title: 'Find players in every deployment',
    summary: 'Finds players, as find does, in each deployment at once.',
    order: z.strictObject({ text: searched }),
    operands: ['text'],
    answer: z.array(
      z.strictObject({
        deployment: text,
        groups: foundGroups,
        /** `late` or `failed` where the deployment has not answered: what it has is not known. */
        state: shown(z.enum(['whole', 'late', 'failed'])),
      }),
    ),
    roles: ['support', 'privacy', 'operator'],
    countedAs: 'search',
    isAnywhere: true,
  }),
  'players reveal': act({
    title: 'Show {a player}’s email address',
    done: '{The player}’s email address was shown.',
    summary: 'Shows the address of a player, who reads of it.',
    ...onePlayer,
    answer: z.strictObject({ ...onPlayer, email: text }),
    roles: ['support', 'privacy'],
    countedAs: 'reveal',
  }),
  'players mails': seenLook({
    title: 'List the mails to {a player}',
    summary:
      'Lists the mails to a player of the last 30 days: which, when, and whether the mail server took them.',
    order: aPlayer.extend({ limit }),
    operands: ['player'],
    answer: z.array(mail),
    roles: ['support', 'privacy', 'operator'],
  }),
  'players consents': seenLook({
    title: 'List {a player}’s consents',
    summary: 'Lists the decisions of a player on texts, newsletters and cookies, the newest first.',
    order: aPlayer.extend({ limit }),
    operands: ['player'],
    answer: z.array(consent),
    roles: ['support', 'privacy'],
  }),
  'players timeline': seenLook({
    title: 'Show {a player}’s timeline',
    summary:
      'Lists actions on an account, actions of staff on it and why log-ins were refused together, the newest first.',
    order: aPlayer.extend({
      from: z
        .enum(timelineParts)
        .optional()
        .meta({ description: `one part alone: ${timelineParts.join(', ')}`, value: 'part' }),
      before: z
        .string()
        .regex(/^\d{1,15}(?:\.\d{1,15}){2}$/, 'is no place in a timeline')
        .optional()
        .meta({ description: 'the next page, as next says it', value: 'place' }),
      limit: count(1, 200, 100, 'at most so many, the newest first'),
    }),
    operands: ['player'],
    answer: z.strictObject({ entries: z.array(happened), next: text.nullable() }),
    roles: ['support', 'privacy', 'operator'],
  }),
  'players unlock': act({
    title: 'Unlock {a player}’s log-in',
    done: '{The player} can try to log in again.',
    summary:
      'Forgets the wrong passwords and the wrong second steps of a player, who may try again at once.',
    ...onePlayer,
    answer: z.strictObject({ ...onPlayer, passwords: number, secondSteps: number }),
    roles: ['support', 'operator'],
  }),
  'players resend-confirmation': longAct({
    title: 'Send {a player} a new confirmation link',
    done: '{The player} gets a new confirmation link.',
    summary: 'Mails a player who has not confirmed the address a new link; older links end.',
    ...onePlayer,
    answer: done,
    roles: ['support'],
  }),
  'players accept-mail': act({
    title: 'Unblock {a player}’s address',
    done: '{The player}’s address gets mail again.',
    summary:
      'Takes the address of a player for one that accepts mail again, as its mailbox is back.',
    ...onePlayer,
    answer: done,
    roles: ['support'],
  }),
  'suppressions list': look({
    title: 'List blocked addresses',
    summary: 'Lists the players whose address refuses mail, and so gets no newsletter.',
    order: z.strictObject({
      deployment,
      after: z
        .string()
        .regex(/^\d{1,15}\.\d{1,15}$/, 'is no place in the list')
        .optional()
        .meta({ description: 'the next page, as next says it', value: 'place' }),
    }),
    answer: z.strictObject({ players: z.array(suppressed), next: text.nullable() }),
    roles: ['support', 'privacy', 'operator'],
    countedAs: 'search',
  }),
  'players unlink': act({
    title: 'Unlink {a player} from a service',
    done: '{The player} is unlinked from the service.',
    summary:
      'Removes the linked account of a player at a service, as the player could; sites learn it.',
    order: aPlayer.extend({
      service: z
        .enum(identityProviderNames)
        .meta({ description: 'its name, as the profile of the player has it' }),
    }),
    operands: ['player', 'service'],
    answer: z.strictObject({ ...onPlayer, service: text }),
    roles: ['support'],
    needsProof: true,
  }),
  'players send-recovery': longAct({
    title: 'Send {a player} a link for a new password',
    done: '{The player} gets a link for a new password.',
    summary:
      'Mails a player a link for a new password, as the player could; one who is frozen gets the way back.',
    ...onePlayer,
    answer: done,
    roles: ['support'],
  }),
  'recovery open': longAct({
    title: 'Send {a player} the link of a recovery',
    done: '{The player} gets the link of a recovery.',
    summary:
      'Mails a player who has lost every second factor the link that the player could ask for. It proves nothing, and shortens no wait.',
    ...onePlayer,
    answer: done,
    roles: ['support'],
  }),
  'recovery list': look({
    title: 'List recoveries',
    summary: 'Lists the recoveries that wait or can be finished, the next one first.',
    order: z.strictObject({ deployment, limit: limitOf('the next ones') }),
    answer: z.array(
      z.strictObject({
        id: number,
        username: text,
        state: text,
        proofs: z.array(text),
        waitsSince: instant.nullable(),
        due: instant.nullable(),
      }),
    ),
    roles: ['support', 'operator'],
  }),
  'recovery show': seenLook({
    title: 'Show {a player}’s recoveries and rewinds',
    summary: 'Shows how far the recoveries and the rewinds of a player are, the newest first.',
    ...onePlayer,
    answer: z.array(z.strictObject({ at: instant, what: text, proofs: z.array(text) })),
    roles: ['support', 'privacy', 'operator'],
  }),
  'recovery cancel': act({
    title: 'Stop {a player}’s recovery',
    done: '{The player}’s recovery is stopped.',
    summary: 'Stops a recovery, of which the player is told; its player can begin another one.',
    ...onePlayer,
    answer: done,
    roles: ['support', 'privacy', 'operator'],
  }),
} as const
