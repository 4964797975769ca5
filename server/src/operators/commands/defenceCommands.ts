import { domainToASCII } from 'node:url'
import { ipBanScopes } from '@gatehouse/contract/calls/row'
import * as z from 'zod'
import {
  accessKeyIdOf,
  deleteAccessKey,
  insertAccessKeys,
  listAccessKeys,
} from '../../database/accounts/accessKeys.ts'
import { listEmailRules, putEmailRule } from '../../database/accounts/emailRules.ts'
import { insertIpBan, listIpBans } from '../../database/auth/ipBans.ts'
import { deleteRows } from '../../database/schema/executor.ts'
import { randomBytes } from '../../platform/crypto/random.ts'
import { hashOf } from '../../platform/crypto/secrets.ts'
import { listCommand, readCommand, writeCommand } from '../command/command.ts'
import { CommandRefusedError } from '../command/commandRefusedError.ts'
import { catalogueId, count, deployment, limit, until } from '../command/orderFields.ts'

const domain = z
  .string()
  .transform((text) => domainToASCII(text.toLowerCase()))
  .refine((text) => /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(text), 'is no domain')
  .meta({ description: 'of addresses, and all below it' })

export const defenceCommands = [
  listCommand({
    name: 'email-domains list',
    summary: 'Lists the domains whose addresses are always allowed or refused.',
    list: listEmailRules,
  }),
  writeCommand({
    name: 'email-domains set',
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
    async perform(_, { deployment, domain, kind }, transaction) {
      await putEmailRule(transaction, deployment, domain, kind)
      const subject = `domain ${domain}`
      return { data: { domain, kind }, message: `${domain}: ${kind}.`, subject, details: { kind } }
    },
  }),
  writeCommand({
    name: 'email-domains remove',
    summary: 'Removes the rule of a domain.',
    order: z.strictObject({ domain, deployment }),
    operands: ['domain'],
    async perform(_, { deployment, domain }, transaction) {
      if (!(await deleteRows(transaction, 'email_rules', { deployment, domain }))) {
        throw new CommandRefusedError(`${deployment} has no rule for ${domain}.`)
      }
      const message = `Nothing is said of ${domain} any more.`
      return { data: { domain }, message, subject: `domain ${domain}` }
    },
  }),
  listCommand({
    name: 'ip-bans list',
    summary: 'Lists the addresses and networks that are banned.',
    list: listIpBans,
  }),
  writeCommand({
    name: 'ip-bans add',
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
    async perform(_, { deployment, network, scope, until: given }, transaction) {
      const until = given === undefined ? null : new Date(given)
      const details = { network, scope, until }
      const id = await insertIpBan(transaction, deployment, details)
      const message = `IP ban ${id}: ${network}, ${scope}.`
      return { data: { id }, message, subject: `ip ban ${id}`, details }
    },
  }),
  writeCommand({
    name: 'ip-bans remove',
    summary: 'Lifts the ban of an address or a network.',
    order: z.strictObject({ id: catalogueId, deployment }),
    operands: ['id'],
    async perform(_, { deployment, id }, transaction) {
      if (!(await deleteRows(transaction, 'ip_bans', { deployment, id }))) {
        throw new CommandRefusedError(`${deployment} has no IP ban ${id}.`)
      }
      return { data: { id }, message: `IP ban ${id} is lifted.`, subject: `ip ban ${id}` }
    },
  }),
]

/** 128 bits: neither ten tries an hour nor a stolen table of hashes finds one. */
const keyBytes = 16

export const accessKeyCommands = [
  writeCommand({
    name: 'access-keys create',
    summary: 'Makes access keys and shows them once, because only their hashes are kept.',
    order: z.strictObject({
      deployment,
      count: count(1, 10_000, 1, 'how many'),
    }),
    async perform(services, { deployment: name, count }, transaction) {
      const keys = Array.from({ length: count }, () => randomBytes(keyBytes).toString('hex'))
      await insertAccessKeys(transaction, name, keys, services.clock.now())
      const data = keys.map((key) => ({ id: accessKeyIdOf(hashOf(key)), key }))
      return { data, message: keys.join('\n'), details: { count } }
    },
  }),
  readCommand({
    name: 'access-keys list',
    summary: 'Lists access keys by their ids, the newest first.',
    order: z.strictObject({
      deployment,
      state: z
        .enum(['all', 'free', 'used'])
        .default('all')
        .meta({ description: 'all, free or used (default: all)', value: 'state' }),
      limit,
    }),
    async answer(services, { deployment: name, state, limit }) {
      const isUsed = state === 'all' ? null : state === 'used'
      const { kysely } = services.database
      return { data: await listAccessKeys(kysely, name, { isUsed, limit }) }
    },
  }),
  writeCommand({
    name: 'access-keys revoke',
    summary: 'Revokes a free access key.',
    order: z.strictObject({
      key: z.string().min(1).meta({ description: 'its id, as list shows it, or the key itself' }),
      deployment,
    }),
    operands: ['key'],
    async perform(_, { deployment: name, key }, transaction) {
      const id = await deleteAccessKey(transaction, name, key)
      if (id === null) throw new CommandRefusedError(`${name} has no free access key of that name.`)
      const subject = `access key ${id}`
      return { data: { id }, message: `Access key ${id} is taken back.`, subject }
    },
  }),
]
