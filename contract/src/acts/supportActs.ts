import * as z from 'zod'
import { act, longAct, look } from './act.ts'
import { address, done, isSo, instant, number, onPlayer, text } from './answers.ts'
import { identityProviderNames } from '../identityProviderNames.ts'
import { aPlayer, deployment, onePlayer } from './orderFields.ts'

/* The daily work of support: finding players, and restoring their access. */

const matches = z.strictObject({
  players: z.array(
    z.strictObject({
      ...onPlayer,
      foundBy: text,
      value: address,
      keptUntil: instant.nullable(),
      confirmed: instant.nullable(),
      banned: instant.nullable(),
      frozen: instant.nullable(),
    }),
  ),
  hasMore: isSo,
})

export const supportActs = {
  'players find': look({
    summary:
      'Finds players by the beginning of a name, present or given up, by an address, or by the id of a linked account.',
    order: z.strictObject({
      text: z.string().trim().min(1).max(255).meta({
        description: 'the beginning of a name, a whole address, or the id of a linked account',
      }),
      deployment,
    }),
    operands: ['text'],
    answer: matches,
    roles: ['support', 'privacy', 'operator'],
  }),
  'players unlock': act({
    summary:
      'Forgets the wrong passwords and the wrong second steps of a player, who may try again at once.',
    ...onePlayer,
    answer: z.strictObject({ ...onPlayer, passwords: number, secondSteps: number }),
    roles: ['support', 'operator'],
  }),
  'players resend-confirmation': longAct({
    summary: 'Mails a player who has not confirmed the address a new link; older links end.',
    ...onePlayer,
    answer: done,
    roles: ['support'],
  }),
  'players accept-mail': act({
    summary:
      'Takes the address of a player for one that accepts mail again, as its mailbox is back.',
    ...onePlayer,
    answer: done,
    roles: ['support'],
  }),
  'players unlink': act({
    summary:
      'Removes the linked account of a player at a service, as the player could; sites learn it.',
    order: aPlayer.extend({
      service: z
        .enum(identityProviderNames)
        .meta({ description: 'its name, as players show has it' }),
    }),
    operands: ['player', 'service'],
    answer: z.strictObject({ ...onPlayer, service: text }),
    roles: ['support'],
    needsProof: true,
  }),
  'players send-recovery': longAct({
    summary:
      'Mails a player a link for a new password, as the player could; one who is frozen gets the way back.',
    ...onePlayer,
    answer: done,
    roles: ['support'],
  }),
} as const
