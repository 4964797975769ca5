import { grains, listSamples, type NodeSample } from '../database/operations/nodeSamples.ts'
import { listVersions } from '../database/versions/versions.ts'
import type { CountsOfDeployment, Taken } from '../maintenance/nodeSamples.ts'
import { after } from '../platform/clock.ts'
import { type ActServices, deploymentNamed } from './orders/perform.ts'

/** Seconds for which the samples of five seconds are shown; longer ones are by the minute. */
const shortSpan = 2 * 3600
/** Without a moment, the last half hour. */
const usualSpan = 1800
const longestSpan = 24 * 3600

/** The last sample of each server. */
export async function readNodes({ database, clock }: ActServices) {
  const now = clock.now()
  const samples = await listSamples(database.kysely, grains.long, after(now, -shortSpan))
  const fresh = await listSamples(database.kysely, grains.short, after(now, -grains.long))
  const last = new Map([...samples, ...fresh].map((each) => [each.node, each]))
  return [...last.values()].map((each) => {
    const { eventLoop, hashesWaiting, mailLag, connections, versions } = takenOf(each)
    return {
      node: each.node,
      software: each.software,
      seen: each.at,
      age: Math.round((now.getTime() - each.at.getTime()) / 1000),
      eventLoop,
      hashesWaiting,
      mailLag,
      connections,
      versions: Object.entries(versions).map(([deployment, version]) => ({ deployment, version })),
    }
  })
}

/** The samples since a moment, a day at most, and the versions that were published meanwhile. */
export async function readSamples(services: ActServices, deployment?: string, since?: string) {
  const { database, clock, deployments } = services
  const now = clock.now()
  const asked = since === undefined ? after(now, -usualSpan) : new Date(since)
  const first = after(now, -longestSpan)
  const from = asked < first ? first : asked
  const named = deployment === undefined ? deployments.all : [deploymentNamed(services, deployment)]
  const grain = from < after(now, -shortSpan) ? grains.long : grains.short
  const samples = await listSamples(database.kysely, grain, from)
  const versions = await Promise.all(
    named.map(({ name }) => listVersions(database.kysely, name, { limit: 20 })),
  )
  return {
    samples: samples.map((each) => shownOf(each, deployment)),
    marks: versions
      .flat()
      .filter(({ made_at: at }) => at >= from)
      .map((each) => ({ at: each.made_at, deployment: each.deployment, version: each.id })),
  }
}

const takenOf = ({ taken }: NodeSample) => taken as unknown as Taken

function shownOf(sample: NodeSample, deployment?: string) {
  const { counts, versions: _, ...measures } = takenOf(sample)
  const own = Object.entries(counts).filter(
    ([name]) => deployment === undefined || name === deployment,
  )
  return { at: sample.at, node: sample.node, ...measures, ...sumOf(own.map(([, each]) => each)) }
}

function sumOf(counts: readonly CountsOfDeployment[]): CountsOfDeployment {
  const sum: CountsOfDeployment = { signIns: 0, registrations: 0, sentAway: 0, refusals: {} }
  for (const { signIns, registrations, sentAway, refusals } of counts) {
    sum.signIns += signIns
    sum.registrations += registrations
    sum.sentAway += sentAway
    for (const [status, count] of Object.entries(refusals)) {
      sum.refusals[status] = (sum.refusals[status] ?? 0) + count
    }
  }
  return sum
}
