import * as z from 'zod'
import { findChainAt, listChains } from '../database/operations/auditLog.ts'
import { type Anchor, type VerifiedChain, verifyChain } from '../database/operations/verifyAudit.ts'
import type { Executor } from '../database/schema/executor.ts'
import { inTransaction } from '../database/transactions/inTransaction.ts'
import type { Outbox } from '../mail/outbox.ts'
import { alertStaff } from '../mail/staffAlert.ts'
import { type Settings, SettingsError } from '../platform/config/settings.ts'
import type { Metrics } from '../platform/observability/metrics.ts'
import { logEvent } from '../platform/observability/events.ts'
import type { DeploymentServices } from '../deployments/deploymentServices.ts'
import { appendLines, isFull, isWhole, openLineFile } from './lineFile.ts'

/*
 * The newest entry of each chain of the audit log, outside of the database: in the log, and one JSON
 * line each in a file. The schema's owner can rewrite all chains, but not what stands there.
 */

interface AuditServices extends Pick<
  DeploymentServices,
  'clock' | 'database' | 'log' | 'settings'
> {
  readonly metrics: Metrics
  readonly outbox: Pick<Outbox, 'post'>
}

const anchorSchema = z.strictObject({
  at: z.iso.datetime().transform((text) => new Date(text)),
  deployment: z.string().min(1),
  seq: z.int().positive(),
  chain: z
    .string()
    .regex(/^[\da-f]{64}$/)
    .transform((text) => Buffer.from(text, 'hex')),
})

/** Throws a SettingsError for a file that cannot be written; a full disk stops no server. */
export async function checkAuditAnchors({
  AUDIT_ANCHORS: path,
}: Pick<Settings, 'AUDIT_ANCHORS'>): Promise<void> {
  if (path === undefined) return
  try {
    const file = await openLineFile(path, 'AUDIT_ANCHORS')
    await file.close()
  } catch (error) {
    if (!isFull(error)) throw error
  }
}

/**
 * Reads the anchors of a file's text; throws a SettingsError with the number of a line that is none, and
 * never with the line: it may be of any file.
 */
export function readAuditAnchors(text: string, file: number): readonly Anchor[] {
  return text.split('\n').flatMap((line, index) => {
    if (!isWhole(line)) return []
    try {
      return [anchorSchema.parse(JSON.parse(line))]
    } catch {
      throw new SettingsError(`File ${file} of the anchors: line ${index + 1} is no anchor.`)
    }
  })
}

/**
 * Makes a look at the audit log, which verifies what is new since the look before, and writes down
 * the heads that moved. The first look verifies everything. Staff hear of a broken chain once.
 */
export function watchAuditLog(services: AuditServices): () => Promise<void> {
  const { clock, database, log, metrics, settings } = services
  const { kysely } = database
  const { AUDIT_ANCHORS: path } = settings
  const mailed = new Set<string>()
  const seen = new Map<string, Anchor>()
  const toWrite: Anchor[] = []
  return async () => {
    const broken: string[] = []
    for (const deployment of new Set([...(await listChains(kysely)), ...seen.keys()])) {
      const before = seen.get(deployment)
      const { misfit, place } = await verifyNew(kysely, deployment, before)
      if (misfit === null) mailed.delete(deployment)
      if (misfit !== null) {
        broken.push(`${deployment}: ${misfit}`)
        logEvent(log, 'audit.chain_broken', { deployment, misfit })
        if (!mailed.has(deployment)) await mailAbout(services, deployment)
        mailed.add(deployment)
      } else if (place.seq !== before?.seq) {
        const { seq, chain } = place
        const anchor = { at: clock.now(), deployment, seq, chain }
        seen.set(deployment, anchor)
        toWrite.push(anchor)
        logEvent(log, 'audit.head', { deployment, seq, chain: chain.toString('hex') })
      }
    }
    const entries = [...seen.values()].reduce((sum, { seq }) => sum + seq, 0)
    metrics.setAuditLook({ at: clock.now(), entries, broken })
    if (path !== undefined) await writeAnchors(path, toWrite)
    toWrite.length = 0
  }
}

function mailAbout(services: AuditServices, deployment: string): Promise<void> {
  const subject = `the audit log of ${deployment} was changed`
  const text = `A chain of the audit log is broken: ${deployment}. The command gatehouse audit verify names the entry.`
  return inTransaction(services.database.kysely, (transaction) =>
    alertStaff(services, transaction, { deployment, subject, text }),
  )
}

/** From the place that was right before, as long as the log still has it. */
async function verifyNew(
  executor: Executor,
  deployment: string,
  before: Anchor | undefined,
): Promise<VerifiedChain> {
  if (before === undefined) return verifyChain(executor, deployment, {})
  const there = await findChainAt(executor, deployment, before.seq)
  const isThere = there?.chain.equals(before.chain) === true
  return verifyChain(executor, deployment, isThere ? { from: before } : { anchors: [before] })
}

async function writeAnchors(path: string, anchors: readonly Anchor[]): Promise<void> {
  const file = await openLineFile(path, 'AUDIT_ANCHORS')
  try {
    await appendLines(
      file,
      anchors.map(({ chain, ...anchor }) => ({ ...anchor, chain: chain.toString('hex') })),
    )
  } finally {
    await file.close()
  }
}
