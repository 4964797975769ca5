import { domainToASCII } from 'node:url'
import * as z from 'zod'
import {
  deleteEmailRule,
  listEmailRules,
  putEmailRule,
} from '../../database/accounts/emailRules.ts'
import { ipBanScopes } from '@gatehouse/contract/calls/row'
import { deleteIpBan, insertIpBan, listIpBans } from '../../database/auth/ipBans.ts'
import { writeCommand, readCommand } from '../command/command.ts'
import { CommandRefusedError } from '../command/commandRefusedError.ts'
import { catalogueId, deployment, moment } from '../command/orderFields.ts'

const domain = z
  .string()
  .transform((text) => domainToASCII(text.toLowerCase()))
  .refine((text) => /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(text), 'is no domain')
  .meta({ description: 'of addresses, and all below it' })

const network = z
  .union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], {
    error: 'is neither an address nor a network like 203.0.113.0/24',
  })
  .meta({ description: 'an address, or a network like 203.0.113.0/24' })

const listDomains = readCommand({
  name: 'email-domains list',
  summary: 'Lists the domains whose addresses are let in, or refused, whatever else is known.',
  order: z.strictObject({ deployment }),
  async answer(services, { deployment }) {
    return { data: await listEmailRules(services.database.kysely, deployment) }
  },
})

const setDomain = writeCommand({
  name: 'email-domains set',
  summary: 'Lets addresses of a domain in whatever else is known, or refuses them for a reason.',
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
})

const removeDomain = writeCommand({
  name: 'email-domains remove',
  summary: 'Says nothing of a domain any more.',
  order: z.strictObject({ domain, deployment }),
  operands: ['domain'],
  async perform(_, { deployment, domain }, transaction) {
    if (!(await deleteEmailRule(transaction, deployment, domain))) {
      throw new CommandRefusedError(`${deployment} has no rule for ${domain}.`)
    }
    const subject = `domain ${domain}`
    return { data: { domain }, message: `Nothing is said of ${domain} any more.`, subject }
  },
})

const listBans = readCommand({
  name: 'ip-bans list',
  summary: 'Lists the addresses and networks that are banned.',
  order: z.strictObject({ deployment }),
  async answer(services, { deployment }) {
    return { data: await listIpBans(services.database.kysely, deployment) }
  },
})

const addBan = writeCommand({
  name: 'ip-bans add',
  summary: 'Bans an address or a network from everything, or from one thing.',
  order: z.strictObject({
    network,
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
    until: moment
      .optional()
      .meta({ description: 'its end; for ever, without one', value: 'moment' }),
  }),
  operands: ['network'],
  async perform(_, { deployment, network, scope, until }, transaction) {
    const end = until === undefined ? null : new Date(until)
    const id = await insertIpBan(transaction, deployment, { network, scope, until: end })
    return {
      data: { id },
      message: `IP ban ${id}: ${network}, ${scope}.`,
      subject: `ip ban ${id}`,
      details: { network, scope, until: end },
    }
  },
})

const removeBan = writeCommand({
  name: 'ip-bans remove',
  summary: 'Lifts the ban of an address or a network.',
  order: z.strictObject({ id: catalogueId, deployment }),
  operands: ['id'],
  async perform(_, { deployment, id }, transaction) {
    if (!(await deleteIpBan(transaction, deployment, id))) {
      throw new CommandRefusedError(`${deployment} has no IP ban ${id}.`)
    }
    return { data: { id }, message: `IP ban ${id} is lifted.`, subject: `ip ban ${id}` }
  },
})

export const defenceCommands = [listDomains, setDomain, removeDomain, listBans, addBan, removeBan]
