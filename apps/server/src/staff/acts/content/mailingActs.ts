import type { ActName } from '@gatehouse/contract/acts/everyAct'
import { mailingActs } from '@gatehouse/contract/acts/mailingActs'
import { lifetimes } from '@gatehouse/contract/limits'
import { offerOf } from '@gatehouse/contract/languages'
import { unsubscribeTokenOf } from '../../../accounts/preferences/unsubscribe.ts'
import {
  changeMailing,
  deleteMailing,
  insertMailing,
  listMailings,
  lockMailing,
  type MailingRow,
  readMailing,
} from '../../../database/preferences/mailingStatements.ts'
import {
  countSubscribers,
  listNewsletterNames,
  readNewsletterList,
} from '../../../database/preferences/newsletterStatements.ts'
import type { Executor } from '../../../database/schema/executor.ts'
import { afterCommit } from '../../../database/transactions/inTransaction.ts'
import { type ReadText, readMarkdown } from '../../../mail/markdown.ts'
import { mailing as mailOf, type MailingText } from '../../../mail/mails.ts'
import { sampleMailing } from '../../../mail/sampleMails.ts'
import { after } from '../../../platform/clock.ts'
import { logSecurityEvent } from '../../../platform/observability/events.ts'
import type { Deployment } from '../../../deployments/deployments.ts'
import { readAuthors } from '../orders/authors.ts'
import { ActRefusedError } from '../orders/actRefusedError.ts'
import { ownAddress } from '../orders/ownAddress.ts'
import { type ActRun, type ActServices, type Author, performedBy } from '../orders/run.ts'

interface Words {
  readonly list: number
  readonly subject: string
  readonly text: string
}

/** The text as mails show it; refuses one that cannot be sent. */
function readText(text: string): ReadText {
  const read = readMarkdown(text)
  if (read.problems.length === 0) return read
  throw new ActRefusedError(read.problems.join('\n'), { code: 'INVALID_TEXT', data: read.problems })
}

/** Bytes. Gmail shows 102,400 of them, and the link by which a reader leaves stands at the end. */
const mostShown = 100_000

/** The mail as a reader gets it, and what its author should know. */
function writtenOut(
  deployment: Deployment,
  about: Omit<MailingText, 'blocks'>,
  { blocks, warnings }: Pick<ReadText, 'blocks' | 'warnings'>,
) {
  const mail = sampleMailing(deployment, offerOf(deployment.configuration).default, {
    ...about,
    blocks,
  })
  const size = Buffer.byteLength(mail.html)
  const kilobytes = Math.ceil(size / 1000)
  const cut = `The mail has ${kilobytes} kB. Gmail cuts one from 102 kB on, with its link to unsubscribe: make it shorter than ${mostShown / 1000} kB.`
  return { mail, warnings: size < mostShown ? warnings : [...warnings, cut] }
}

async function listOf(executor: Executor, { name }: Deployment, id: number) {
  const list = await readNewsletterList(executor, name, id)
  if (list) return list
  const message = `${name} has no active newsletter list ${id}.`
  throw new ActRefusedError(message, { code: 'LIST_NOT_ACTIVE' })
}

async function mailingOf(
  find: typeof readMailing | typeof lockMailing,
  executor: Executor,
  { name }: Deployment,
  id: number,
): Promise<MailingRow> {
  const mailing = await find(executor, name, id)
  if (mailing) return mailing
  throw new ActRefusedError(`${name} has no mailing ${id}.`, { code: 'NOT_FOUND' })
}

/** A draft, or a mailing that waits for a second person, locked; refuses one that was started. */
async function draftOf(transaction: Executor, at: Deployment, id: number): Promise<MailingRow> {
  const mailing = await mailingOf(lockMailing, transaction, at, id)
  if (mailing.state === 'draft' || mailing.state === 'waits') return mailing
  const message = `Mailing ${id} is no draft any more: ${mailing.started_by} has started it.`
  throw new ActRefusedError(message, { code: 'STALE' })
}

function refuseStale({ id, revision, made_by: by }: MailingRow, seen: number | undefined): void {
  if (revision === seen) return
  const message = `${by} has changed mailing ${id} since: it has revision ${revision} now.`
  throw new ActRefusedError(message, { code: 'STALE', data: { revision } })
}

/** A number for a sentence that holds while players join and leave. */
function roughly(count: number): string {
  if (count < 1000) return count === 1 ? '1 player' : `${count} players`
  return `about ${Number(count.toPrecision(2)).toLocaleString('en')} players`
}

async function saveDraft(
  { clock }: ActServices,
  transaction: Executor,
  at: Deployment,
  { who }: Author,
  { list, subject, text }: Words,
): Promise<number> {
  await listOf(transaction, at, list)
  return insertMailing(transaction, {
    deployment: at.name,
    revision: 1,
    list_id: list,
    subject,
    body: text,
    state: 'draft',
    starts_at: null,
    total: 0,
    posted: 0,
    last_player_id: 0,
    made_by: who,
    started_by: null,
    changed_at: clock.now(),
  })
}

interface Start {
  readonly mailing: number
  readonly revision: number
  readonly at?: string | undefined
  /** True for the command of 1.0.0, which takes a list without subscribers too. */
  readonly takesNone?: boolean
}

/** Starts a draft as it was looked at. */
async function startDraft(
  services: ActServices,
  transaction: Executor,
  place: Deployment,
  author: Author,
  { mailing: id, revision, at, takesNone = false }: Start,
) {
  const draft = await draftOf(transaction, place, id)
  refuseStale(draft, revision)
  const list = await listOf(transaction, place, draft.list_id)
  readText(draft.body)
  const recipients = await countSubscribers(transaction, place.name, list.id)
  if (recipients === 0 && !takesNone) {
    const message = `Newsletter list ${list.id} has no player who gets mails.`
    throw new ActRefusedError(message, { code: 'EMPTY' })
  }
  const now = services.clock.now()
  const seconds = at === undefined ? 0 : (Date.parse(at) - now.getTime()) / 1000
  if (seconds > lifetimes.mailingAhead) {
    throw new ActRefusedError('A mailing begins within 90 days.', { code: 'TOO_LATE' })
  }
  const isLater = seconds > 0
  const begins = isLater ? after(now, seconds) : now
  await changeMailing(transaction, draft, {
    state: isLater ? 'scheduled' : 'running',
    starts_at: begins,
    total: recipients,
    started_by: author.who,
    changed_at: now,
  })
  await services.mailings.begin(transaction, { deployment: place.name, mailing: id }, seconds)
  const when = isLater ? `at ${begins.toISOString()}` : 'now'
  return {
    recipients,
    message: `Mailing ${id}, “${draft.subject}”, goes to ${roughly(recipients)} of newsletter list ${list.id}, ${list.name}, ${when}.`,
    subject: `mailing ${id}`,
    details: { list: list.id, subject: draft.subject, revision, recipients, at: begins },
  }
}

/** `mailings start`, and the same with a second person for many recipients. */
function starter(isLarge: boolean) {
  return async ({ services, transaction, at, author }: ActRun, order: Start) => {
    const { recipients, ...started } = await startDraft(services, transaction, at, author, order)
    const from = services.settings.MAILING_APPROVAL_FROM
    if (!isLarge && recipients >= from) {
      const message = `It goes to ${roughly(recipients)}. From ${from} on, a colleague has to approve it.`
      throw new ActRefusedError(message, { code: 'NEEDS_SECOND_PERSON', data: { from } })
    }
    return { data: { mailing: order.mailing, recipients }, ...started }
  }
}

/** The people of mailings: who wrote each last, and who started it. */
async function peopleOf(executor: Executor, deployment: string, ids: readonly number[]) {
  const subjects = ids.map((id) => `mailing ${id}`)
  const read = (...acts: readonly ActName[]) =>
    readAuthors(executor, deployment, { acts, subjects })
  const [wrote, started] = [
    await read('mailings save', 'newsletters mailing'),
    await read('mailings start', 'mailings start-large', 'newsletters mailing'),
  ]
  return (id: number) => ({
    madeByPerson: wrote(`mailing ${id}`),
    startedByPerson: started(`mailing ${id}`),
  })
}

function shownOf(mailing: MailingRow, names: ReadonlyMap<number, string>, waiting: number) {
  const { state, total, posted } = mailing
  return {
    mailing: mailing.id,
    revision: mailing.revision,
    state,
    subject: mailing.subject,
    list: mailing.list_id,
    listName: names.get(mailing.list_id) ?? '',
    at: mailing.starts_at,
    total,
    posted,
    waiting,
    dropped: state === 'stopped' ? total - posted : 0,
    madeBy: mailing.made_by,
    startedBy: mailing.started_by,
    changedAt: mailing.changed_at,
  }
}

export const mailingPerformers = performedBy(mailingActs, {
  'newsletters mailing': async ({ services, transaction, at, author }, order) => {
    readText(order.text)
    const id = await saveDraft(services, transaction, at, author, order)
    const started = await startDraft(services, transaction, at, author, {
      mailing: id,
      revision: 1,
      takesNone: true,
    })
    const { MAILING_APPROVAL_FROM: from, COMMANDS_NEED_APPROVAL: isAsked } = services.settings
    const isLarge = started.recipients >= from
    if (isLarge && isAsked) {
      const message = `It goes to ${roughly(started.recipients)}: save it, and ask by mailings start-large.`
      throw new ActRefusedError(message, { code: 'NEEDS_SECOND_PERSON', data: { from } })
    }
    if (isLarge) {
      const { log, metrics } = services
      await afterCommit(transaction, log, () => {
        logSecurityEvent(log, 'act.alone', { deployment: at.name }, { act: 'newsletters mailing' })
        metrics.countSecurityEvent('act.alone')
      })
    }
    return {
      data: { list: order.list, mailing: id },
      message: `The mailing to newsletter list ${order.list} is on its way. It is mailing ${id}: mailings show says how far it is, and mailings stop ends it.`,
      subject: started.subject,
      details: started.details,
      isAlone: isLarge,
    }
  },
  'mailings list': async ({ services: { database, outbox }, at }, { limit }) => {
    const { kysely } = database
    const found = await listMailings(kysely, at.name, limit)
    const names = await listNewsletterNames(kysely, at.name)
    const waiting = await outbox.countWaiting(kysely, at.name)
    const ids = found.map(({ id }) => id)
    const personsOf = await peopleOf(kysely, at.name, ids)
    const data = found.map((each) => {
      return { ...shownOf(each, names, waiting.get(each.id) ?? 0), ...personsOf(each.id) }
    })
    return { data }
  },
  'mailings show': async ({ services: { database, outbox, settings }, at }, { mailing: id }) => {
    const { kysely } = database
    const found = await mailingOf(readMailing, kysely, at, id)
    const names = await listNewsletterNames(kysely, at.name)
    const waiting = await outbox.countWaiting(kysely, at.name, id)
    const recipients = await countSubscribers(kysely, at.name, found.list_id)
    const needsSecondPerson = recipients >= settings.MAILING_APPROVAL_FROM
    const persons = (await peopleOf(kysely, at.name, [id]))(id)
    const shown = { ...shownOf(found, names, waiting.get(id) ?? 0), ...persons }
    return { data: { ...shown, text: found.body, recipients, needsSecondPerson } }
  },
  'mailings preview': async ({ services: { database }, at }, order) => {
    const { kysely } = database
    const saved =
      order.mailing === undefined ? null : await mailingOf(readMailing, kysely, at, order.mailing)
    const listId = order.list ?? saved?.list_id
    const subject = order.subject ?? saved?.subject
    const text = order.text ?? saved?.body
    if (listId === undefined || subject === undefined || text === undefined) {
      const message = 'Name a mailing, or give a list, a subject and a text.'
      throw new ActRefusedError(message, { code: 'INVALID_TEXT' })
    }
    const list = await listOf(kysely, at, listId)
    const { problems, ...read } = readMarkdown(text)
    const { mail, warnings } = writtenOut(at, { listId, listName: list.name, subject }, read)
    const recipients = await countSubscribers(kysely, at.name, listId)
    const said = [...problems, ...warnings].map((each) => `! ${each}\n`).join('')
    return {
      data: {
        subject: mail.subject,
        html: mail.html,
        text: mail.text,
        recipients,
        warnings,
        problems,
      },
      message: `${said}${mail.subject}\n\n${mail.text}`,
    }
  },
  'mailings save': async ({ services, transaction, at, author }, order) => {
    const { mailing: known, revision: seen, list, subject, text } = order
    const { name: listName } = await listOf(transaction, at, list)
    const { warnings } = writtenOut(at, { listId: list, listName, subject }, readText(text))
    if (known === undefined) {
      const id = await saveDraft(services, transaction, at, author, order)
      return saved(id, 1, list, warnings)
    }
    const draft = await draftOf(transaction, at, known)
    refuseStale(draft, seen)
    const revision = draft.revision + 1
    const words = { list_id: list, subject, body: text, made_by: author.who }
    const asDraft = { state: 'draft' as const, starts_at: null, total: 0 }
    await changeMailing(transaction, draft, {
      ...words,
      ...asDraft,
      revision,
      changed_at: services.clock.now(),
    })
    return saved(known, revision, list, warnings)
  },
  'mailings test': async ({ services, transaction, at, author }, { mailing: id }) => {
    const { address, name } = ownAddress(author)
    const { subject, body, list_id: listId } = await mailingOf(readMailing, transaction, at, id)
    const list = await listOf(transaction, at, listId)
    const { blocks } = readText(body)
    // A link of no player: it ends no subscription.
    const owner = { deployment: at.name, playerId: 0 }
    const token = unsubscribeTokenOf(services.key.links, { ...owner, listId }, services.clock.now())
    const reader = { username: name, language: offerOf(at.configuration).default }
    const news = { listId, listName: list.name, subject, blocks }
    const content = mailOf(at, reader, news, token)
    await services.outbox.post(transaction, owner, address, content)
    const message = `A mail of mailing ${id} goes to ${address}.`
    return { data: { mailing: id }, message, subject: `mailing ${id}` }
  },
  'mailings start': starter(false),
  'mailings start-large': starter(true),
  'mailings stop': async ({ services: { clock, outbox }, transaction, at }, { mailing: id }) => {
    const found = await mailingOf(lockMailing, transaction, at, id)
    const { state, total } = found
    const isUnderWay = state === 'scheduled' || state === 'running'
    const isPosted = state === 'done'
    // The row is locked: no part posts any more meanwhile.
    const { dropped: unsent, onTheWay } =
      isUnderWay || isPosted
        ? await outbox.dropMailing(transaction, at.name, id)
        : { dropped: 0, onTheWay: 0 }
    if (!isUnderWay && unsent === 0) {
      const message = `Mailing ${id} is not under way.`
      throw new ActRefusedError(message, { code: 'NOT_RUNNING' })
    }
    const sent = found.posted - unsent
    await changeMailing(transaction, found, {
      state: 'stopped',
      posted: sent,
      changed_at: clock.now(),
    })
    const dropped = total - sent
    return {
      data: { mailing: id, sent, onTheWay, dropped },
      message: `Mailing ${id} is stopped. Sent: ${sent}, of them on their way now: ${onTheWay}. Dropped: ${dropped}.`,
      subject: `mailing ${id}`,
      details: { sent, dropped },
    }
  },
  'mailings discard': async ({ transaction, at }, { mailing: id }) => {
    await draftOf(transaction, at, id)
    await deleteMailing(transaction, at.name, id)
    return {
      data: { mailing: id },
      message: `The draft of mailing ${id} is gone.`,
      subject: `mailing ${id}`,
    }
  },
})

function saved(mailing: number, revision: number, list: number, warnings: readonly string[]) {
  return {
    data: { mailing, revision, warnings },
    message: [`Mailing ${mailing} is saved as revision ${revision}.`, ...warnings].join('\n'),
    subject: `mailing ${mailing}`,
    details: { revision, list },
  }
}
