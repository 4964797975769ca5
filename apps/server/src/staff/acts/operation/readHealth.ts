import { signingKeyTimes } from '../../../oidc/keys/signingKeys.ts'
import { hasPartsIndex } from '../../../database/accounts/uniqueValues.ts'
import { countMails } from '../../../database/operations/mailStatements.ts'
import { listSigningKeys } from '../../../database/oidc/signingKeyStatements.ts'
import { after } from '../../../platform/clock.ts'
import { certificateOf } from '../../../platform/http-client/certificateOf.ts'
import { createOutbound } from '../../../platform/http-client/outbound.ts'
import type { ActServices } from '../orders/run.ts'
import { readLastSamples } from './readSamples.ts'

/** Milliseconds for the identity provider to answer: a person waits. */
const patience = 3000

const ok = 'ok'

/** Seconds after the last sample of a server, from which on it says nothing about now. */
const stillThere = 120

/** A state that is no fault, in words. */
interface Noted {
  readonly note: string
}

/** Each part that a server needs to work: 'ok', a note, or what is wrong; null where there is none. */
const parts: Readonly<
  Record<string, (services: ActServices) => Promise<string | Noted | null> | string | Noted | null>
> = {
  database: ({ database }) => database.readiness.describe(),
  'roles file': ({ settings, staffRoles }) =>
    settings.CONSOLE_URL === undefined ? null : (staffRoles.refusal ?? ok),
  'identity provider': ({ settings: { CONSOLE_URL: console, STAFF_ISSUER: issuer = '' } }) =>
    console === undefined ? null : lookAt(issuer),
  'mail server': async (services) => {
    const { mailer, clock } = services
    if (mailer === null) return 'SMTP_URL is not set: mails wait.'
    await mailer.check()
    const last = after(clock.now(), -stillThere)
    const stopped = (await readLastSamples(services)).flatMap(({ node, at, taken }) => {
      if (!taken.mailStopped || at < last) return []
      const { since, reason } = taken.mailStopped
      return `it takes no mails of ours: ${reason}, since ${new Date(since).toISOString()} (${node}); they wait, one at a time is tried`
    })
    return stopped.length === 0 ? ok : stopped.join('\n')
  },
  queues: async ({ database, jobs }) => {
    const stuck = jobs.stuckQueues()
    if (stuck.length > 0) return `their workers are stuck: ${stuck.join(', ')}`
    const { givenUp } = await countMails(database.kysely)
    if (givenUp > 0)
      return `mails that were given up: ${givenUp}. Retry or drop them in the outbox.`
    const waiting = (await jobs.states()).filter((queue) => queue.waiting > 0)
    const each = waiting.map(
      (queue) => `${queue.queue}: ${queue.waiting}, the oldest for ${Math.round(queue.oldest)} s`,
    )
    return each.length === 0 ? ok : { note: `wait in ${each.join('; ')}` }
  },
  'audit log': async (services) => {
    const looks = (await readLastSamples(services)).flatMap(({ taken: { audit } }) => audit ?? [])
    const last = looks.toSorted((one, other) => (one.at < other.at ? 1 : -1))[0]
    if (last === undefined) return { note: 'the first look comes within the hour' }
    const { broken, entries, at } = last
    const seen = `looked at ${new Date(at).toISOString()}`
    if (broken.length > 0) return `${broken.join('\n')}\n${seen}`
    return { note: `whole, ${entries} entries, ${seen}` }
  },
  certificates: ({ clock, deployments }) =>
    lookAtCertificates(
      deployments.all.map(({ configuration }) => configuration.AccountUrl),
      clock.now(),
    ),
  'player search': async ({ database }) =>
    (await hasPartsIndex(database.kysely))
      ? ok
      : { note: 'without the index of parts of names: they are found among few players alone' },
  'server key': ({ settings }) =>
    settings.SESSION_KEY_OTHER === undefined
      ? ok
      : { note: 'a second one is accepted until SESSION_KEY_OTHER is taken away' },
  'signing keys': async (services) => {
    const due = after(services.clock.now(), -lateRotation)
    const late = (await readKeys(services)).filter(({ next }) => next !== null && next < due)
    const each = late.map(({ deployment, alg }) => `${deployment}, ${alg}`)
    return late.length === 0 ? ok : `their maintenance is late: ${each.join('; ')}`
  },
}

/** Seconds: maintenance looks every hour. */
const lateRotation = 2 * 3600

/** The parts that a server needs to work, as it finds them now: those of the console where there is one. */
export async function readHealth(services: ActServices) {
  const found = await Promise.all(
    Object.entries(parts).map(async ([part, look]) => {
      const state = await Promise.resolve(services)
        .then(look)
        .catch((error: Error) => error.message)
      if (state === null) return []
      return typeof state === 'string'
        ? [{ part, status: state, isGood: state === ok }]
        : [{ part, status: state.note, isGood: true }]
    }),
  )
  return found.flat()
}

/** The signing keys of every deployment; the newest of each algorithm has the moment of its successor. */
export async function readKeys({ clock, database, deployments }: ActServices) {
  const now = clock.now()
  const lists = await Promise.all(
    deployments.all.map(async ({ name: deployment }) => {
      const keys = await listSigningKeys(database.kysely, deployment)
      return keys.map(({ kid, alg, signs_from: signsFrom }) => {
        const ofAlg = keys.filter((each) => each.alg === alg)
        const isNewest = ofAlg.at(-1)?.kid === kid
        const signs = ofAlg.findLast((each) => each.signs_from <= now) ?? ofAlg[0]
        const next = isNewest ? after(signsFrom, signingKeyTimes.use) : null
        return { deployment, alg, kid, signsFrom, signs: signs?.kid === kid, next }
      })
    }),
  )
  return lists.flat()
}

/** Asks the identity provider of staff for its description, as each sign-in does. */
async function lookAt(issuer: string): Promise<string> {
  // Another one at each look: it leaves no service alone, and forgets what failed before.
  const ask = createOutbound('Identity provider of staff', patience)
  try {
    const { ok: isAnswer, status } = await ask(
      `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`,
    )
    return isAnswer ? ok : `it answers ${status}; people who are signed in go on`
  } catch (error) {
    return `${(error as Error).message} People who are signed in go on.`
  }
}

/** Seconds before the end of a certificate, from which on its renewal has failed. */
const lateRenewal = 14 * 86_400

/** The certificates of the portals as Node judges them; null where none is on https. */
export async function lookAtCertificates(addresses: readonly string[], now: Date) {
  const origins = [...new Set(addresses.map((address) => new URL(address).origin))]
  const looks = origins
    .filter((origin) => origin.startsWith('https:'))
    .map(async (origin) => {
      try {
        const { until, problem } = await certificateOf(new URL(origin), patience)
        const isLate = until < after(now, lateRenewal)
        const state = problem ?? (isLate ? 'its renewal is late' : 'good')
        const line = `${origin}: ${state}, until ${until.toISOString()}`
        return { line, isBad: problem !== null || isLate }
      } catch (error) {
        // A proxy in front of it may be out of the reach of its servers, and in that of players.
        const line = `${origin}: not reached from here, ${(error as Error).message}`
        return { line, isBad: false }
      }
    })
  const found = await Promise.all(looks)
  if (found.length === 0) return null
  const bad = found.filter(({ isBad }) => isBad)
  const lines = (bad.length === 0 ? found : bad).map(({ line }) => line).join('\n')
  return bad.length === 0 ? { note: lines } : lines
}
