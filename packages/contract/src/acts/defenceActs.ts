import * as z from 'zod'
import { asciiDomain, cleanText } from '../cleanText.ts'
import { ipBanScopes } from '../calls/row.ts'
import { act, look } from './act.ts'
import { instant, network, number, ofCatalogue, person, playerId, text } from './answers.ts'
import {
  catalogueId,
  count,
  deployment,
  limit,
  moment,
  ofDeployment,
  until,
} from './orderFields.ts'

/* Rules of registration: domains of addresses, banned networks, access keys. */

const domain = z
  .string()
  .max(255)
  .transform((given) => asciiDomain(cleanText('address', given)) ?? given)
  .refine((text) => /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(text), 'is no domain')
  .meta({ description: 'of addresses, and all below it' })

const ipBan = z.strictObject({ id: number, network, scope: text, until: instant.nullable() })

const accessKey = z.strictObject({
  id: text,
  batch: number.nullable(),
  createdAt: instant,
  expiresAt: instant.nullable(),
  usedAt: instant.nullable(),
  usedBy: playerId.nullable(),
})

const batch = z.strictObject({
  id: number,
  label: text,
  count: number,
  free: number,
  used: number,
  madeBy: text,
  person,
  madeAt: instant,
  expiresAt: instant.nullable(),
  revokedAt: instant.nullable(),
})

export const defenceActs = {
  'email-domains list': look({
    title: 'List allowed and refused email domains',
    summary: 'Lists the domains whose addresses are always allowed or refused.',
    ...ofDeployment,
    answer: z.array(z.strictObject({ domain: text, kind: text })),
    roles: ['support', 'operator'],
  }),
  'email-domains set': act({
    title: 'Set the rule for {an email domain}',
    done: 'The rule for {the email domain} is set.',
    summary: 'Allows all addresses of a domain, or refuses them for a reason.',
    order: z.strictObject({
      domain,
      kind: z
        .enum(['allowed', 'invalid', 'unauthorized', 'disposable', 'undeliverable', 'high-risk'])
        .meta({
          description:
            'allowed, or refused as invalid, unauthorized, disposable, undeliverable, high-risk',
        }),
      deployment,
    }),
    operands: ['domain', 'kind'],
    answer: z.strictObject({ domain: text, kind: text }),
    roles: ['operator'],
  }),
  'email-domains remove': act({
    title: 'Remove the rule for {an email domain}',
    done: 'The rule for {the email domain} is removed.',
    summary: 'Removes the rule of a domain.',
    order: z.strictObject({ domain, deployment }),
    operands: ['domain'],
    answer: z.strictObject({ domain: text }),
    roles: ['operator'],
  }),
  'ip-bans list': look({
    title: 'List IP bans',
    summary: 'Lists the addresses and networks that are banned.',
    ...ofDeployment,
    answer: z.array(ipBan),
    roles: ['support', 'operator'],
  }),
  'ip-bans add': act({
    title: 'Ban an IP address or network',
    done: 'The IP address or network is banned.',
    summary: 'Bans an address or a network from all calls, or from one kind.',
    order: z.strictObject({
      network: z
        .union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], {
          error: 'is neither an address nor a network like 203.0.113.0/24',
        })
        .meta({ description: 'an address, or a network like 203.0.113.0/24' }),
      deployment,
      scope: z
        .enum(ipBanScopes)
        .default('general')
        .meta({
          description: new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(
            ipBanScopes.map((scope) => (scope === 'general' ? 'general (default)' : scope)),
          ),
          value: 'scope',
        }),
      until,
    }),
    operands: ['network'],
    answer: ofCatalogue,
    roles: ['operator'],
  }),
  'ip-bans remove': act({
    title: 'Lift {an IP ban}',
    done: 'The ban is lifted.',
    summary: 'Lifts the ban of an address or a network.',
    order: z.strictObject({ id: catalogueId, deployment }),
    operands: ['id'],
    answer: ofCatalogue,
    roles: ['operator'],
  }),
  'access-keys create': act({
    title: 'Make a batch of access keys',
    done: 'The access keys are made.',
    summary:
      'Makes a batch of access keys and shows them once, because only their hashes are kept.',
    order: z.strictObject({
      deployment,
      count: count(1, 10_000, 1, 'how many'),
      label: z
        .string()
        .trim()
        .max(100)
        .default('')
        .meta({ description: 'the name of the batch, for staff', value: 'name' }),
      expires: moment
        .optional()
        .meta({ description: 'from when on free keys open nothing; never, without one' }),
    }),
    answer: z.array(z.strictObject({ id: text, key: text })),
    roles: ['brand', 'operator'],
    needsProof: true,
    fileName: 'access-keys.csv',
  }),
  'access-keys batches': look({
    title: 'List batches of access keys',
    summary: 'Lists the batches of access keys, with how many are free and used, the newest first.',
    ...ofDeployment,
    answer: z.array(batch),
    roles: ['brand', 'operator', 'auditor'],
  }),
  'access-keys revoke-batch': act({
    title: 'Revoke the free keys of {a batch}',
    done: 'The free keys of {the batch} are revoked.',
    summary: 'Revokes the free keys of a batch.',
    order: z.strictObject({
      id: catalogueId.meta({ description: 'its id, as the list of batches shows it', value: 'id' }),
      deployment,
    }),
    operands: ['id'],
    answer: z.strictObject({ id: number, count: number }),
    roles: ['brand', 'operator'],
    isIrreversible: true,
  }),
  'access-keys list': look({
    title: 'List access keys',
    summary: 'Lists access keys by their ids, the newest first.',
    order: z.strictObject({
      deployment,
      state: z
        .enum(['all', 'free', 'used'])
        .default('all')
        .meta({ description: 'all, free or used (default: all)', value: 'state' }),
      batch: catalogueId.optional().meta({
        description: 'only those of this batch: its id, as the list of batches shows it',
        value: 'id',
      }),
      after: z
        .string()
        .regex(/^[0-9a-f]{32}$/, 'is no id of a key')
        .optional()
        .meta({ description: 'with a batch: the next page, after this id', value: 'id' }),
      limit,
    }),
    answer: z.array(accessKey),
    roles: ['brand', 'operator', 'auditor'],
  }),
  'access-keys revoke': act({
    title: 'Revoke {an access key}',
    done: 'The access key is revoked.',
    summary: 'Revokes a free access key.',
    order: z.strictObject({
      key: z
        .string()
        .overwrite((given) => cleanText('key', given))
        .min(1)
        .meta({ description: 'its id, as the list shows it, or the key itself' }),
      deployment,
    }),
    operands: ['key'],
    answer: z.strictObject({ id: text }),
    roles: ['brand', 'operator'],
    isIrreversible: true,
  }),
} as const
