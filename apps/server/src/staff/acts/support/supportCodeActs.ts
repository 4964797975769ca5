import type { ActRow } from '@gatehouse/contract/acts/act'
import { everyAct } from '@gatehouse/contract/acts/everyAct'
import { supportCodeActs } from '@gatehouse/contract/acts/supportCodeActs'
import type { Explanation } from '@gatehouse/contract/explanations'
import { isLanguage } from '@gatehouse/contract/languages'
import { digitsOfCode } from '@gatehouse/contract/supportCode'
import { findEvenDeleted, type Player } from '../../../database/accounts/players.ts'
import { listConnectionsOf } from '../../../database/federation/connectionStatements.ts'
import type { Executor } from '../../../database/schema/executor.ts'
import {
  findSupportCode,
  type SupportCodeRow,
} from '../../../database/operations/supportCodeStatements.ts'
import { inTransaction } from '../../../database/transactions/inTransaction.ts'
import { hashesOfCode } from '../../../accounts/support-codes/supportCode.ts'
import type { SupportCodeContents } from '../../../accounts/support-codes/makeSupportCode.ts'
import { nameMark, type OpenedNote, readNote } from '../../../http/supportCodes.ts'
import { browserOf } from '../../../platform/browserOf.ts'
import { limits } from '../../../platform/config/settings.ts'
import { unseal } from '../../../platform/crypto/seal.ts'
import type { Deployment } from '../../../deployments/deployments.ts'
import { refusalWords } from '../../../words/refusalWords.ts'
import { wordsOf } from '../../../words/wordsOf.ts'
import { longerBan } from '../players/playerActs.ts'
import { standingRefusals } from '../players/standingRefusals.ts'
import { accountBeside } from './accountBeside.ts'
import { explainCause, explainRefusal } from './explainRefusal.ts'
import { ActRefusedError } from '../orders/actRefusedError.ts'
import { auditLookAt } from '../orders/auditReads.ts'
import { findNamed } from '../orders/playerNamed.ts'
import { type ActServices, type Author, type LookRun, performedBy } from '../orders/run.ts'
import { printed } from '../orders/printed.ts'

/* Refusals that players report by a code: the same fields for every name, known or not. */

export const supportCodePerformers = performedBy(supportCodeActs, {
  'support-codes find': async ({ services, author }, { code }) => {
    const { deployment, row } = await findByCode(services, code, author)
    return { data: { deployment: deployment.name, openUntil: row.expires_at } }
  },
  'support-codes open': async (run, { code, name }) => {
    const { services, at, author } = run
    const { deployment, row } = await findByCode(services, code, author)
    if (deployment !== at) throw isOf(deployment)
    const kept = unseal(row.sealed, services.key.supportCodes) as SupportCodeContents
    const note = readNote(kept.note, services.key.supportCodes)
    if (note === null) throw unknown()
    const nameTyped = comparison(services, at, note, name)
    const isTyped = nameTyped === 'same' && name !== undefined
    const elsewhere = isTyped ? await listElsewhere(run, name) : []
    const beside = await inTransaction(services.database.kysely, (transaction) =>
      lookBeside({ ...run, transaction }, note),
    )
    const cause = explainCause({
      status: note.status,
      codes: note.cause === undefined ? note.codes : [note.cause],
      account: beside.tried,
      capsLock: kept.capsLock ?? false,
      isElsewhere: elsewhere.length > 0,
    })
    const data = {
      ...explained(note, kept),
      cause: note.cause ?? note.codes[0] ?? String(note.status),
      why: cause.why,
      helps: cause.helps,
      act: await actOf({ ...run, note }, cause, beside),
      player: beside.player,
      account: beside.account,
      other: beside.other,
      nameTyped,
      elsewhere,
      openUntil: row.expires_at,
    }
    const { words, ...rest } = data
    return {
      data,
      message: printed({ ...rest, words: words.map((each) => Object.values(each).join(' · ')) }),
    }
  },
})

/** The refusal as the player saw it, and what may be said to whoever asks. */
function explained(
  { t: at, call, status, codes, id: requestId, limit, until }: OpenedNote,
  { screen, language: said, read, capsLock = false, userAgent }: SupportCodeContents,
) {
  const { browser, system } = browserOf(userAgent)
  const language = isLanguage(said) ? said : 'en'
  const sentence = `spoken.${explainRefusal(status, codes).say}` as const
  return {
    at: new Date(at),
    /** As the browser says, like the next four. */
    screen,
    shown: withoutAddresses(read),
    language: said,
    capsLock,
    browser: [browser, system].filter((each) => each !== '').join(' · '),
    call,
    status,
    words: codes.map((code) => ({
      code,
      read: refusalWords(language, code),
      english: refusalWords('en', code),
    })),
    say: { read: wordsOf(language)[sentence], english: wordsOf('en')[sentence] },
    until: until === undefined ? null : new Date(until),
    limit:
      limit === undefined
        ? null
        : { name: limit, most: limits[limit].max, seconds: limits[limit].seconds },
    requestId,
  }
}

const isAddress = (word: string) => word.includes('@') || /\d\.\d{1,3}\.\d{1,3}\.\d/.test(word)

/** No screen shows addresses in a refusal, but a browser can send what it likes. */
function withoutAddresses(text: string): string {
  return text
    .split(' ')
    .map((word) => (isAddress(word) ? '•••' : word))
    .join(' ')
}

type Beside = Awaited<ReturnType<typeof lookBeside>>

/** Looks at the accounts of a note, with the entries of each; with one entry where there is none. */
async function lookBeside(
  run: LookRun & { readonly transaction: Executor },
  { player: proven, account: tried, id: request, call }: OpenedNote,
) {
  const { transaction, at } = run
  const details = { request, call }
  const [first, second] = new Set([proven, tried].filter((id) => id !== undefined))
  const lookAt = async (id: number | undefined) => {
    const found = id === undefined ? undefined : await findEvenDeleted(transaction, at.name, id)
    if (found === undefined) return null
    if (found.deleted_at === null) await auditLookAt({ ...run, found })
    await run.audit(transaction, { subject: `player ${found.id}`, details })
    return { found, shown: await accountBeside(transaction, found) }
  }
  const own = await lookAt(first)
  const other = await lookAt(second)
  if (own === null && other === null) await run.audit(transaction, { details })
  const isThere = proven !== undefined && own?.found.deleted_at === null
  return {
    tried: own?.found ?? null,
    inTheWay: other?.found ?? null,
    player: isThere ? { id: own.found.id, username: own.found.username } : null,
    account: own?.shown ?? null,
    other: other?.shown ?? null,
  }
}

/** Limits that `players unlock` forgets: the others end by themselves. */
const unlocked: ReadonlySet<string | undefined> = new Set([
  'wrongPasswords',
  'wrongPasswordsWithProof',
  'wrongSecondSteps',
])

/** The act that helps, and what keeps it from being carried out now; null without an account. */
async function actOf(
  { services, at, author, note }: LookRun & { readonly note: OpenedNote },
  { act: name }: Explanation,
  { tried, inTheWay }: Beside,
) {
  const found = name === 'players unlink' ? inTheWay : tried
  const isInVain = name === 'players unlock' && !unlocked.has(note.limit)
  if (name === undefined || found === null || found.deleted_at !== null || isInVain) return null
  const linked = await listConnectionsOf(services.database.kysely, at.name, found.id)
  const names = linked.map(({ canonical_name }) => canonical_name)
  const state = { at, found, linked: names, now: services.clock.now() }
  const standing = standingRefusals(state).find(({ act }) => act === name)?.why ?? null
  const longer = name === 'players unban' ? longerBan({ services, at, found, author }, []) : null
  return {
    name,
    player: { id: found.id, username: found.username },
    service: name === 'players unlink' ? (note.service ?? null) : null,
    hindrance: standing ?? longer?.message ?? null,
  }
}

/** The deployments in which a person may open codes, and so look at players; the command line has all. */
function deploymentsOf({ deployments }: ActServices, { staff }: Author): readonly Deployment[] {
  const { roles }: ActRow = everyAct['support-codes open']
  return deployments.all.filter(
    ({ name }) => staff === null || staff.rolesIn(name).some((role) => roles.includes(role)),
  )
}

/** The accounts of a typed name in the other deployments of a person. */
async function listElsewhere({ services, at, author }: LookRun, name: string) {
  const { kysely } = services.database
  const others = deploymentsOf(services, author).filter((each) => each !== at)
  const found = await Promise.all(others.map((each) => findNamed(kysely, each.name, name)))
  return found
    .filter((each): each is Player => each !== undefined)
    .map(({ deployment, id, username }) => ({ deployment, id, username }))
}

interface FoundCode {
  readonly deployment: Deployment
  readonly row: SupportCodeRow
}

/** No deployment has this name. */
const everywhere = { name: '*' }

/**
 * Finds a code in the deployments of a person, all at once. Refuses an unknown one, an expired one, and every
 * code of a person who has typed too many wrong ones: each counts once.
 */
async function findByCode(services: ActServices, code: string, author: Author): Promise<FoundCode> {
  const { database, clock, rateLimiter } = services
  // Two people may have one name.
  const who = author.way.staff_key?.toString('hex') ?? author.who
  const [tried] = await rateLimiter.read(everywhere, [['wrongSupportCodes', who]])
  if ((tried?.retryAfter ?? null) !== null) throw tooMany()
  // A text that is no code finds nothing, however often it is typed.
  if (digitsOfCode(code) === null) throw unknown()
  const asked = deploymentsOf(services, author).map(async (deployment) => {
    const hashes = hashesOfCode(services.key.supportCodes, deployment.name, code)
    const row = await findSupportCode(database.kysely, deployment.name, hashes)
    return row === undefined ? [] : [{ deployment, row }]
  })
  const [found] = (await Promise.all(asked)).flat()
  if (found === undefined) {
    const { isAdmitted } = await rateLimiter.consume(everywhere, 'wrongSupportCodes', who)
    throw isAdmitted ? unknown() : tooMany()
  }
  if (found.row.expires_at <= clock.now()) {
    const message = 'The support code is too old: the player makes another one.'
    throw new ActRefusedError(message, { code: 'CODE_EXPIRED' })
  }
  return found
}

/** Compares a name with the one that the player typed; null where one of them is missing. */
function comparison(
  { key }: ActServices,
  at: Deployment,
  { name: typed }: OpenedNote,
  name: string | undefined,
): 'same' | 'not the same' | null {
  if (name === undefined || typed === undefined) return null
  const isSame = key.supportCodes.some((each) => nameMark(each, at, name) === typed)
  return isSame ? 'same' : 'not the same'
}

/** For those alone who may open it there. */
function isOf({ name: deployment }: Deployment): ActRefusedError {
  const message = `The support code is of ${deployment}: it opens there.`
  return new ActRefusedError(message, { code: 'CODE_ELSEWHERE', data: { deployment } })
}

function unknown(): ActRefusedError {
  return new ActRefusedError('There is no such support code.', { code: 'CODE_UNKNOWN' })
}

function tooMany(): ActRefusedError {
  const message = 'Too many wrong support codes were typed. Try again in an hour.'
  return new ActRefusedError(message, { code: 'TOO_MANY' })
}
