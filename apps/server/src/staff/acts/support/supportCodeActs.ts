import { supportCodeActs } from '@gatehouse/contract/acts/supportCodeActs'
import { isLanguage } from '@gatehouse/contract/languages'
import { findById } from '../../../database/accounts/players.ts'
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
import { explainRefusal } from './explainRefusal.ts'
import { ActRefusedError } from '../orders/actRefusedError.ts'
import { type ActServices, type Author, performedBy, recordByOperator } from '../orders/run.ts'
import { printed } from '../orders/printed.ts'

/* Refusals that players report by a code: the same fields for every name, known or not. */

export const supportCodePerformers = performedBy(supportCodeActs, {
  'support-codes open': async ({ services, audit, at, author }, { code, name }) => {
    const { kysely } = services.database
    const row = await findByCode(services, at, code, author)
    const kept = unseal(row.sealed, services.key.supportCodes) as SupportCodeContents
    const about = readNote(kept.note, services.key.supportCodes)
    if (about === null) throw unknown()
    const player = await inTransaction(kysely, async (transaction) => {
      const { player: id } = about
      const found = id === undefined ? null : await findById(transaction, at.name, id)
      if (found) {
        const acted = { act: 'support-looked', shown: {} } as const
        await recordByOperator({ services, transaction, at, found }, acted)
      }
      const subject = id === undefined ? '' : `player ${id}`
      await audit(transaction, { subject, details: { request: about.id, call: about.call } })
      return found ? { id: found.id, username: found.username } : null
    })
    const data = {
      ...explained(about, kept),
      player,
      nameTyped: comparison(services, at, about, name),
      openUntil: row.expires_at,
    }
    const { words, ...rest } = data
    return {
      data,
      message: printed({ ...rest, words: words.map((each) => Object.values(each).join(' · ')) }),
    }
  },
})

/** The refusal as the player saw it, its cause and the help. */
function explained(
  { t: at, call, status, codes, id: requestId, limit, until }: OpenedNote,
  { screen, language, read, userAgent }: SupportCodeContents,
) {
  const { browser, system } = browserOf(userAgent)
  return {
    at: new Date(at),
    /** As the browser says, like the next three. */
    screen,
    shown: withoutAddresses(read),
    language,
    browser: [browser, system].filter((each) => each !== '').join(' · '),
    call,
    status,
    words: codes.map((code) => ({
      code,
      read: refusalWords(isLanguage(language) ? language : 'en', code),
      english: refusalWords('en', code),
    })),
    ...explainRefusal(status, codes),
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

/** Refuses an unknown code, an expired one, and every code of a person who has typed too many wrong ones. */
async function findByCode(
  { database, key, clock, rateLimiter }: ActServices,
  at: Deployment,
  code: string,
  { who: name, way }: Author,
): Promise<SupportCodeRow> {
  // Two people may have one name.
  const who = way.staff_key?.toString('hex') ?? name
  const [tried] = await rateLimiter.read(at, [['wrongSupportCodes', who]])
  if ((tried?.retryAfter ?? null) !== null) throw tooMany()
  const hashes = hashesOfCode(key.supportCodes, at.name, code)
  // A text that is no code finds nothing, however often it is typed.
  if (hashes.length === 0) throw unknown()
  const row = await findSupportCode(database.kysely, at.name, hashes)
  if (row === undefined) {
    const { isAdmitted } = await rateLimiter.consume(at, 'wrongSupportCodes', who)
    throw isAdmitted ? unknown() : tooMany()
  }
  if (row.expires_at <= clock.now()) {
    const message = 'The support code is too old: the player makes another one.'
    throw new ActRefusedError(message, { code: 'CODE_EXPIRED' })
  }
  return row
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

function unknown(): ActRefusedError {
  return new ActRefusedError('There is no such support code.', { code: 'CODE_UNKNOWN' })
}

function tooMany(): ActRefusedError {
  const message = 'Too many wrong support codes were typed. Try again in an hour.'
  return new ActRefusedError(message, { code: 'TOO_MANY' })
}
