import {
  grains,
  listSamples,
  type NodeSample,
} from '../../../database/operations/nodeSampleStatements.ts'
import { listMailings } from '../../../database/preferences/mailingStatements.ts'
import { listVersions } from '../../../database/versions/versions.ts'
import type { CountsOfDeployment, Taken } from '../../../maintenance/nodeSamples.ts'
import { after } from '../../../platform/clock.ts'
import type { ActServices, Author } from '../orders/run.ts'
import { deploymentNamed } from '../orders/perform.ts'

/** Seconds for which the samples of five seconds are shown; longer ones are by the minute. */
const shortSpan = 2 * 3600
/** Without a moment, the last half hour. */
const usualSpan = 1800
const longestSpan = 24 * 3600

/** Versions and mailings of a deployment that are looked through. */
const mostMarks = 20

/** The last sample of each server. */
export async function readLastSamples({ database, clock }: ActServices) {
  const now = clock.now()
  const samples = await listSamples(database.kysely, grains.long, after(now, -shortSpan))
  const fresh = await listSamples(database.kysely, grains.short, after(now, -grains.long))
  const last = new Map([...samples, ...fresh].map((each) => [each.node, each]))
  return [...last.values()].map((each) => ({ ...each, taken: takenOf(each) }))
}

export async function readNodes(services: ActServices) {
  const now = services.clock.now()
  return (await readLastSamples(services)).map((each) => {
    const { eventLoop, hashesWaiting, mailLag, jobsWaiting, connections } = each.taken
    const { versions, refused } = each.taken
    return {
      node: each.node,
      software: each.software,
      seen: each.at,
      age: Math.round((now.getTime() - each.at.getTime()) / 1000),
      eventLoop,
      hashesWaiting,
      mailLag,
      jobsWaiting,
      connections,
      refused: Object.entries(refused).map(([of, why]) => ({ of, why })),
      versions: Object.entries(versions).map(([deployment, version]) => ({ deployment, version })),
    }
  })
}

/** The samples since a moment, a day at most, with the publishes and mailings of that time. */
export async function readSamples(
  services: ActServices,
  {
    deployment,
    since,
  }: { readonly deployment?: string | undefined; readonly since?: string | undefined },
  author: Author,
) {
  const { database, clock, deployments } = services
  const now = clock.now()
  const asked = since === undefined ? after(now, -usualSpan) : new Date(since)
  const first = after(now, -longestSpan)
  const from = asked < first ? first : asked
  const named =
    deployment === undefined ? deployments.all : [deploymentNamed(services, deployment, author)]
  const grain = from < after(now, -shortSpan) ? grains.long : grains.short
  const samples = await listSamples(database.kysely, grain, from)
  const marks = await Promise.all(named.map(({ name }) => marksOf(services, name)))
  return {
    samples: samples.map((each) => shownOf(each, deployment)),
    marks: marks.flat().filter(({ at }) => at >= from && at <= now),
  }
}

async function marksOf({ database: { kysely } }: ActServices, deployment: string) {
  const versions = await listVersions(kysely, deployment, { limit: mostMarks })
  const mailings = await listMailings(kysely, deployment, mostMarks)
  return [
    ...versions.map(({ id, made_at: at }) => ({ at, deployment, what: `version ${id}` })),
    ...mailings.flatMap(({ id, subject, starts_at: at }) =>
      at === null ? [] : [{ at, deployment, what: `mailing ${id}: ${subject}` }],
    ),
  ]
}

const takenOf = ({ taken }: NodeSample) => taken as unknown as Taken

function shownOf(sample: NodeSample, deployment?: string) {
  const {
    counts,
    versions: _,
    refused: __,
    audit: ___,
    mailStopped: ____,
    ...measures
  } = takenOf(sample)
  const own = Object.entries(counts).filter(
    ([name]) => deployment === undefined || name === deployment,
  )
  return { at: sample.at, node: sample.node, ...measures, ...sumOf(own.map(([, each]) => each)) }
}

function sumOf(counts: readonly CountsOfDeployment[]): CountsOfDeployment {
  const sum: CountsOfDeployment = {
    calls: 0,
    signIns: 0,
    registrations: 0,
    sentAway: 0,
    refusals: {},
  }
  for (const { calls, signIns, registrations, sentAway, refusals } of counts) {
    sum.calls += calls
    sum.signIns += signIns
    sum.registrations += registrations
    sum.sentAway += sentAway
    for (const [code, count] of Object.entries(refusals)) {
      sum.refusals[code] = (sum.refusals[code] ?? 0) + count
    }
  }
  return sum
}
