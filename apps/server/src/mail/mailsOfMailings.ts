import type { Kysely } from 'kysely'
import type { ClaimedMail } from '../database/operations/mailStatements.ts'
import { readMailing } from '../database/preferences/mailingStatements.ts'
import type { Tables } from '../database/schema/rows.ts'
import type { Deployments } from '../deployments/deployments.ts'
import type { MailContent } from './layout.ts'
import type { Mail } from './mailer.ts'
import type { Reader } from './mailContext.ts'
import { type Block, readMarkdown } from './markdown.ts'
import { mailing as mailOf } from './mails.ts'

/**
 * What a mail of a mailing has of its own. It waits without the text, which is that of the mailing: a
 * mailing of a million is neither written out nor stored a million times.
 */
export interface ContentOfMailing {
  readonly kind: 'mailing'
  readonly subject: string
  readonly reader: Reader
  readonly list: { readonly id: number; readonly name: string }
  /** Ends the subscription. */
  readonly token: string
}

/** The same in the outbox. */
export type MailOfMailing = Omit<ContentOfMailing, 'kind'> & Pick<Mail, 'to' | 'messageId'>

/** What the mails of a mailing have in common. */
export interface CommonText {
  readonly isStopped: boolean
  readonly blocks: readonly Block[]
}

const keyOf = ({ deployment, mailing }: ClaimedMail) => `${deployment}/${mailing}`

/** The mailings of claimed mails, as they are now. */
export async function readMailingsOf(
  kysely: Kysely<Tables>,
  mails: readonly ClaimedMail[],
): Promise<(mail: ClaimedMail) => CommonText | null> {
  const read = new Map<string, CommonText | null>()
  for (const mail of mails) {
    if (mail.mailing === null || read.has(keyOf(mail))) continue
    const found = await readMailing(kysely, mail.deployment, mail.mailing)
    const text = found && {
      isStopped: found.state === 'stopped',
      blocks: readMarkdown(found.body).blocks,
    }
    read.set(keyOf(mail), text ?? null)
  }
  return (mail) => read.get(keyOf(mail)) ?? null
}

/** Writes out a mail of a mailing; null where this server does not know its deployment. */
export function writeOut(
  deployments: Pick<Deployments, 'byName'>,
  { deployment: name, blocks }: Pick<CommonText, 'blocks'> & { readonly deployment: string },
  { reader, list, subject, token, to, messageId }: MailOfMailing,
): Mail | null {
  const deployment = deployments.byName(name)
  if (deployment === null) return null
  const news = { listId: list.id, listName: list.name, subject, blocks }
  const { kind: _, ...words }: MailContent = mailOf(deployment, reader, news, token)
  return { ...words, to, messageId }
}
