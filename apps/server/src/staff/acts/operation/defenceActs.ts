import { defenceActs } from '@gatehouse/contract/acts/defenceActs'
import {
  accessKeyIdOf,
  deleteAccessKey,
  insertAccessKeys,
  listAccessKeys,
  listBatches,
  revokeBatch,
} from '../../../database/accounts/accessKeys.ts'
import { listEmailRules, putEmailRule } from '../../../database/accounts/emailRules.ts'
import { insertIpBan, listIpBans } from '../../../database/auth/ipBans.ts'
import { deleteRows } from '../../../database/schema/executor.ts'
import { randomBytes } from '../../../platform/crypto/random.ts'
import { hashOf } from '../../../platform/crypto/secrets.ts'
import { readAuthors } from '../orders/authors.ts'
import { listed, performedBy } from '../orders/run.ts'
import { ActRefusedError } from '../orders/actRefusedError.ts'

/** 128 bits: neither ten tries an hour nor a stolen table of hashes finds one. */
const keyBytes = 16

const subjectOfBatch = (id: number) => `access key batch ${id}`

export const defencePerformers = performedBy(defenceActs, {
  'email-domains list': listed(listEmailRules),
  'email-domains set': async ({ transaction }, { deployment, domain, kind }) => {
    await putEmailRule(transaction, deployment, domain, kind)
    const subject = `domain ${domain}`
    return { data: { domain, kind }, message: `${domain}: ${kind}.`, subject, details: { kind } }
  },
  'email-domains remove': async ({ transaction }, { deployment, domain }) => {
    if (!(await deleteRows(transaction, 'email_rules', { deployment, domain }))) {
      throw new ActRefusedError(`${deployment} has no rule for ${domain}.`)
    }
    const message = `Nothing is said of ${domain} any more.`
    return { data: { domain }, message, subject: `domain ${domain}` }
  },
  'ip-bans list': listed(listIpBans),
  'ip-bans add': async ({ transaction }, { deployment, network, scope, until: given }) => {
    const until = given === undefined ? null : new Date(given)
    const details = { network, scope, until }
    const id = await insertIpBan(transaction, deployment, details)
    const message = `IP ban ${id}: ${network}, ${scope}.`
    return { data: { id }, message, subject: `ip ban ${id}`, details }
  },
  'ip-bans remove': async ({ transaction }, { deployment, id }) => {
    if (!(await deleteRows(transaction, 'ip_bans', { deployment, id }))) {
      throw new ActRefusedError(`${deployment} has no IP ban ${id}.`)
    }
    return { data: { id }, message: `IP ban ${id} is lifted.`, subject: `ip ban ${id}` }
  },
  'access-keys create': async ({ services, transaction, author: { who } }, order) => {
    const { deployment, count, label, expires } = order
    const now = services.clock.now()
    const expires_at = expires === undefined ? null : new Date(expires)
    if (expires_at !== null && expires_at <= now) {
      throw new ActRefusedError('The keys would end before they begin.')
    }
    const keys = Array.from({ length: count }, () => randomBytes(keyBytes).toString('hex'))
    const made = { deployment, label, made_by: who, made_at: now, expires_at }
    const id = await insertAccessKeys(transaction, made, keys)
    const data = keys.map((key) => ({ id: accessKeyIdOf(hashOf(key)), key }))
    const details = { count, label, expires: expires_at }
    return { data, message: keys.join('\n'), subject: subjectOfBatch(id), details }
  },
  'access-keys batches': listed(async (executor, deployment) => {
    const found = await listBatches(executor, deployment)
    const authorOf = await readAuthors(executor, deployment, {
      acts: ['access-keys create'],
      subjects: found.map(({ batch }) => subjectOfBatch(batch.id)),
    })
    return found.map(({ batch, free, used }) => ({
      id: batch.id,
      label: batch.label,
      count: batch.count,
      free,
      used,
      madeBy: batch.made_by,
      person: authorOf(subjectOfBatch(batch.id)),
      madeAt: batch.made_at,
      expiresAt: batch.expires_at,
      revokedAt: batch.revoked_at,
    }))
  }),
  'access-keys revoke-batch': async ({ services: { clock }, transaction }, { deployment, id }) => {
    const count = await revokeBatch(transaction, deployment, id, clock.now())
    if (count === null) throw new ActRefusedError(`${deployment} has no batch ${id} to revoke.`)
    return {
      data: { id, count },
      message: `Access keys that are taken back: ${count}.`,
      subject: subjectOfBatch(id),
      details: { count },
    }
  },
  'access-keys list': async ({ services }, { deployment: name, state, ...wanted }) => {
    const isUsed = state === 'all' ? null : state === 'used'
    const { kysely } = services.database
    return { data: await listAccessKeys(kysely, name, { isUsed, ...wanted }) }
  },
  'access-keys revoke': async ({ transaction }, { deployment: name, key }) => {
    const id = await deleteAccessKey(transaction, name, key)
    if (id === null) throw new ActRefusedError(`${name} has no free access key of that name.`)
    const subject = `access key ${id}`
    return { data: { id }, message: `Access key ${id} is taken back.`, subject }
  },
})
