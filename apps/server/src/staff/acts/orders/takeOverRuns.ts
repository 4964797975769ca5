import { type ActName, everyAct } from '@gatehouse/contract/acts/everyAct'
import type { ActRow } from '@gatehouse/contract/acts/act'
import { type ActRun, claimRun, endRun, listSilentRuns } from '../../../database/staff/actRuns.ts'
import { inTransaction } from '../../../database/transactions/inTransaction.ts'
import { randomUUID } from '../../../platform/crypto/random.ts'
import { logEvent } from '../../../platform/observability/events.ts'
import type { Task as RepeatedTask } from '../../../platform/scheduler.ts'
import { nodeNameOf } from '../../versions/versionStore.ts'
import { refused } from './actAnswer.ts'
import { RunInHand, type Task, taskOf } from './longRun.ts'
import { perform } from './perform.ts'
import { answerRepeatable } from './repeatedOrder.ts'
import type { ActServices, Author } from './run.ts'

/** Milliseconds between two looks; a run is nobody's after 45 seconds of silence. */
const pause = 15_000

/**
 * Looks for long acts whose server has died: those that may be repeated go on here, and others are
 * called failed, with what was done so far.
 */
export function takeOverRuns(services: ActServices): RepeatedTask {
  const { database, log } = services
  return {
    pause,
    async run(signal) {
      for (const run of await listSilentRuns(database.kysely)) {
        if (signal.aborted) return
        try {
          await takeOver(services, run)
        } catch (error) {
          // The others do not wait for one that cannot be taken over.
          logEvent(log, 'act.failed', { err: error })
        }
      }
    },
    onError: (error) => logEvent(log, 'act.failed', { err: error }),
  }
}

async function takeOver(services: ActServices, run: ActRun): Promise<void> {
  const { database, settings, log } = services
  const own = { deployment: run.deployment, id: run.id, holder: randomUUID() }
  const by = { node: nodeNameOf(settings), holder: own.holder }
  if (!(await claimRun(database.kysely, run, by))) return
  const { act: name, deployment } = run
  const row: ActRow = everyAct[name as ActName]
  logEvent(log, 'act.taken_over', { act: name, deployment, from: run.node, goesOn: row.isResumed })
  const task = taskOf(run, services)
  if (task === null) {
    const message = `${run.node} stopped in the middle of it, and its order cannot be read here.`
    await endRun(database.kysely, own, { state: 'failed', message })
    return
  }
  const orderKey = keyOf(task)
  if (row.isResumed) {
    const act = await services.loadAct(name as ActName)
    const cause = { kind: 'taken over', run: new RunInHand(services, own, orderKey) } as const
    const ordered = { act, order: task.order, author: authorOf(task), cause }
    await perform(ordered, services)
    return
  }
  const message = `${run.node} stopped in the middle of it.`
  await inTransaction(database.kysely, async (transaction) => {
    await endRun(transaction, own, { state: 'failed', message })
    const broken = { answer: refused('BROKEN_OFF', message), about: null }
    await answerRepeatable(orderKey, broken, services, transaction)
  })
}

function authorOf({ who, why, way }: Task): Author {
  const staff_key = way.staff_key === null ? null : Buffer.from(way.staff_key, 'hex')
  return { who, why, staff: null, way: { ...way, staff_key } }
}

function keyOf({ key }: Task) {
  if (key === null) return null
  const { staff_key, key_hash } = key
  return { staff_key: Buffer.from(staff_key, 'hex'), key_hash: Buffer.from(key_hash, 'hex') }
}
