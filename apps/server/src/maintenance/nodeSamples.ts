import type { CallName } from '@gatehouse/contract/calls'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { grains, insertSamples } from '../database/operations/nodeSampleStatements.ts'
import type { Jobs } from '../database/jobs/jobs.ts'
import {
  type AuditLook,
  type CountedRequests,
  type Metrics,
  noCall,
  shareWithin,
} from '../platform/observability/metrics.ts'
import type { Outbox } from '../mail/outbox.ts'
import { logEvent } from '../platform/observability/events.ts'
import type { Task } from '../platform/scheduler.ts'
import { software } from '../platform/software.ts'
import type { DeploymentServices } from '../deployments/deploymentServices.ts'

/** Counts of a deployment. */
export interface CountsOfDeployment {
  calls: number
  signIns: number
  registrations: number
  /** Answers 503. */
  sentAway: number
  /** Other refusals, by their code, or their status where they have none. */
  refusals: Record<string, number>
}

/** The content of a sample. Counts are of its seconds, measures of its end. */
export interface Taken {
  readonly seconds: number
  readonly counts: Readonly<Record<string, CountsOfDeployment>>
  /** Milliseconds within which 95 of a hundred calls were answered. */
  readonly p95: number
  readonly hashesWaiting: number
  /** The slowest turn but one in a hundred, in milliseconds. */
  readonly eventLoop: number
  /** The age of the oldest mail that waits, in seconds. */
  readonly mailLag: number
  readonly jobsWaiting: number
  readonly connections: Readonly<Record<string, number>>
  /** The published versions that the node serves, by deployment; 0 for the file alone. */
  readonly versions: Readonly<Record<string, number>>
  /** The reasons for which it does not serve its files or a version. */
  readonly refused: Readonly<Record<string, readonly string[]>>
  /** Its last look at the audit log: one server of all looks each hour. */
  readonly audit: AuditLook | null
  /** Since when the mail server refuses it; absent in a sample of an earlier version. */
  readonly mailStopped?: { readonly since: string | Date; readonly reason: string } | null
}

interface SampledServices extends DeploymentServices {
  readonly jobs: Pick<Jobs, 'states'>
  readonly metrics: Pick<Metrics, 'countedRequests' | 'countedDurations' | 'auditLook'>
  readonly outbox: Pick<Outbox, 'stopped'>
  readonly passwords: { readonly waiting: () => number }
  readonly versions: { readonly node: string }
}

/** Calls whose good answer opens a session; those of partners and services lead new players on. */
const signIns: ReadonlySet<string> = new Set<CallName>([
  'logIn',
  'secondStep',
  'passkeyLogIn',
  'logInUser',
  'serviceLogIn',
  'partnerLogIn',
  'partnerUserLogIn',
  'creativeAssemblyCallback',
  'focusCallback',
])
const registrations: ReadonlySet<string> = new Set<CallName>([
  'registerNewUser',
  'registerPartnerUser',
  'registerWithService',
])

/** Writes a sample of this server every five seconds, and one every minute, in one statement. */
export function sampleNode(services: SampledServices): Task {
  const delay = monitorEventLoopDelay({ resolution: 20 })
  delay.enable()
  const short = createWindow(services)
  const long = createWindow(services)
  return {
    pause: grains.short * 1000,
    async run() {
      const { database, clock, versions } = services
      const at = clock.now()
      const isLong = long.secondsUntil(at) >= grains.long - 1
      const measures = await measuresOf(services, delay.percentile(99) / 1e6)
      delay.reset()
      const rowOf = (grain: number, taken: Taken) => ({
        node: versions.node,
        grain,
        at,
        software,
        taken: JSON.stringify(taken),
      })
      const [ofShort, ofLong] = [short.read(at), long.read(at)]
      await insertSamples(database.kysely, [
        rowOf(grains.short, { ...measures, ...ofShort.taken }),
        ...(isLong ? [rowOf(grains.long, { ...measures, ...ofLong.taken })] : []),
      ])
      // A database that is away keeps the counts for the next sample.
      ofShort.end()
      if (isLong) ofLong.end()
    },
    onError: (error) => logEvent(services.log, 'node.sample_failed', { err: error }),
  }
}

async function measuresOf(
  { database, deployments, jobs, metrics, outbox, passwords }: SampledServices,
  eventLoop: number,
) {
  const states = await jobs.states()
  const mails = states.find(({ queue }) => queue === 'mail')
  return {
    hashesWaiting: passwords.waiting(),
    eventLoop: Math.round(eventLoop),
    mailLag: Math.round(mails?.oldest ?? 0),
    jobsWaiting: states.reduce((sum, { waiting }) => sum + waiting, 0),
    connections: database.connections(),
    versions: Object.fromEntries(
      deployments.all.map(({ name, version }) => [name, version?.id ?? 0]),
    ),
    refused: Object.fromEntries(deployments.refusals),
    audit: metrics.auditLook(),
    mailStopped: outbox.stopped(),
  }
}

/** The counts since the last sample that was written. */
function createWindow({ metrics, clock }: SampledServices) {
  let from = clock.now()
  let before = new Map(metrics.countedRequests().map((each) => [keyOf(each), each.count]))
  let durationsBefore = metrics.countedDurations()
  return {
    secondsUntil: (at: Date) => (at.getTime() - from.getTime()) / 1000,
    read(at: Date) {
      const counted = metrics.countedRequests()
      const durations = metrics.countedDurations()
      const spans = durations.map((count, span) => count - (durationsBefore[span] ?? 0))
      const seconds = Math.max(1, (at.getTime() - from.getTime()) / 1000)
      const since = counted.map((each) => ({
        ...each,
        count: each.count - (before.get(keyOf(each)) ?? 0),
      }))
      return {
        taken: { seconds, p95: shareWithin(spans, 0.95), counts: countsOf(since) },
        end() {
          from = at
          durationsBefore = durations
          before = new Map(counted.map((each) => [keyOf(each), each.count]))
        },
      }
    },
  }
}

const keyOf = ({ call, deployment, status, code }: CountedRequests) =>
  `${call} ${deployment} ${status} ${code}`

function countsOf(counted: readonly CountedRequests[]): Taken['counts'] {
  const counts: Record<string, CountsOfDeployment> = {}
  for (const { call, deployment, status, code, count } of counted) {
    if (count === 0) continue
    const own = (counts[deployment] ??= {
      calls: 0,
      signIns: 0,
      registrations: 0,
      sentAway: 0,
      refusals: {},
    })
    if (call !== noCall) own.calls += count
    if (status < 300 && signIns.has(call)) own.signIns += count
    if (status < 300 && registrations.has(call)) own.registrations += count
    if (status === 503) own.sentAway += count
    else if (status >= 400) {
      const reason = code ?? String(status)
      own.refusals[reason] = (own.refusals[reason] ?? 0) + count
    }
  }
  return counts
}
