import { operationActs } from '@gatehouse/contract/acts/operationActs'
import { listSigningKeys } from '../../../database/oidc/signingKeyStatements.ts'
import { verifyAudit } from '../../../database/operations/verifyAudit.ts'
import { readAuditAnchors } from '../../../maintenance/auditAnchors.ts'
import { listAudit } from '../../../database/operations/auditLog.ts'
import { rotateSigningKeys } from '../../../oidc/keys/signingKeys.ts'
import { markOf } from '../../people/staffCaller.ts'
import { listed, performedBy } from '../orders/run.ts'
import { ActRefusedError } from '../orders/actRefusedError.ts'

export const operationPerformers = performedBy(operationActs, {
  'health show': async ({ services }) => {
    const { readHealth } = await import('./readHealth.ts')
    return { data: await readHealth(services) }
  },
  'health nodes': async ({ services }) => {
    const { readNodes } = await import('./readSamples.ts')
    return { data: await readNodes(services) }
  },
  'health keys': async ({ services }) => {
    const { readKeys } = await import('./readHealth.ts')
    return { data: await readKeys(services) }
  },
  'launch samples': async ({ services, author }, order) => {
    const { readSamples } = await import('./readSamples.ts')
    return { data: await readSamples(services, order, author) }
  },
  'outbox list': async (
    { services: { database, deployments, outbox } },
    { to: address, ...wanted },
  ) => {
    const names = deployments.all.map(({ name }) => name)
    const to = address === undefined ? {} : { to: { address, deployments: names } }
    return { data: await outbox.list(database.kysely, { ...wanted, ...to }) }
  },
  'outbox retry': async ({ services: { outbox }, transaction }, { mail, deployment }) => {
    const count = await outbox.retry(transaction, { id: mail, deployment })
    if (mail !== undefined && count === 0) throw new ActRefusedError(`No mail ${mail} waits.`)
    return {
      data: { count },
      message: `Mails to be tried at once: ${count}.`,
      subject: mail === undefined ? 'outbox' : `mail ${mail}`,
      details: { count },
    }
  },
  'outbox drop': async ({ services: { outbox }, transaction }, { mail, deployment }) => {
    if (!(await outbox.drop(transaction, { id: mail, deployment }))) {
      throw new ActRefusedError(`No mail ${mail} waits.`)
    }
    return { data: { mail }, message: `The mail ${mail} is dropped.`, subject: `mail ${mail}` }
  },
  'keys list': listed(async (executor, deployment) => {
    const keys = await listSigningKeys(executor, deployment)
    return keys.map(({ kid, alg, created_at, signs_from }) => ({
      kid,
      alg,
      createdAt: created_at,
      signsFrom: signs_from,
    }))
  }),
  'keys rotate': async ({ services, audit, at: { name } }, { now: atOnce }) => {
    // A key takes a second to make, and a transaction would block other requests meanwhile.
    await rotateSigningKeys(services, name, {
      atOnce,
      alongside: (transaction) => audit(transaction, { details: { atOnce } }),
    })
    return {
      data: { deployment: name, atOnce },
      message: atOnce
        ? `${name}: a new key signs within a minute; tokens of the old ones are no longer valid.`
        : `${name}: a new key is published and signs in a day; the old one stays a day longer.`,
    }
  },
  'audit list': async ({ services: { database } }, order) => {
    const entries = await listAudit(database.kysely, order)
    const data = entries.map(({ staff_key: key, ...entry }) => ({
      ...entry,
      person: key && markOf(key),
    }))
    return { data }
  },
  'audit verify': async (
    { services: { database } },
    { deployment, since, anchors: files = [] },
  ) => {
    const anchors = files.flatMap((text, index) => readAuditAnchors(text, index + 1))
    const chains = await verifyAudit(database.kysely, {
      deployment,
      since: since === undefined ? undefined : new Date(since),
      anchors,
    })
    if (deployment !== undefined && chains.length === 0) {
      throw new ActRefusedError(`The audit log has no chain ${deployment}.`)
    }
    const broken = chains.filter(({ misfit }) => misfit !== null)
    if (broken.length > 0) {
      const sentences = broken.map(({ deployment: name, misfit }) => `${name}: ${misfit}`)
      throw new ActRefusedError(sentences.join('\n'), {
        data: broken.map(({ deployment: name, misfit }) => ({ deployment: name, misfit })),
      })
    }
    return {
      data: chains.map(({ deployment: name, entries, place, anchors: met, explained }) => ({
        deployment: name,
        entries,
        head: place.seq,
        anchors: met,
        explained,
      })),
    }
  },
})
