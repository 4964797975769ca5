import * as z from 'zod'
import { deleteDeletionType, listDeletionTypesOf } from '../../database/accounts/deletionTypes.ts'
import {
  addCatalogueRow,
  type Catalogue,
  type CatalogueColumns,
} from '../../database/preferences/catalogueRows.ts'
import { listCookieCategories } from '../../database/preferences/cookies.ts'
import { listNewsletterLists } from '../../database/preferences/newsletters.ts'
import { changeRows, type Executor } from '../../database/schema/executor.ts'
import { listCommand, writeCommand } from '../command/command.ts'
import { CommandRefusedError } from '../command/commandRefusedError.ts'
import { catalogueId, choice, deployment } from '../command/orderFields.ts'

/* The choices that a deployment offers its players: newsletters, cookies, reasons for leaving. */

const nouns = {
  newsletter_lists: 'newsletter list',
  cookies: 'cookie category',
  deletion_types: 'deletion type',
} as const satisfies Readonly<Record<Catalogue, string>>

async function added<C extends Catalogue>(
  transaction: Executor,
  catalogue: C,
  deployment: string,
  columns: CatalogueColumns[C],
) {
  const id = await addCatalogueRow(transaction, catalogue, deployment, columns)
  return { data: { id }, subject: `${nouns[catalogue]} ${id}`, details: { ...columns } }
}

/** Refuses an order without a change, or without such a row; an undefined value stays as it is. */
async function changed<C extends Catalogue>(
  transaction: Executor,
  catalogue: C,
  { deployment, id }: { readonly deployment: string; readonly id: number },
  changes: Readonly<Record<keyof CatalogueColumns[C], unknown>>,
) {
  const given = Object.entries(changes).filter(([, value]) => value !== undefined)
  if (given.length === 0) throw new CommandRefusedError('No change is given.')
  const row = Object.fromEntries(given)
  const subject = `${nouns[catalogue]} ${id}`
  if (!(await changeRows<Catalogue>(transaction, catalogue, { deployment, id }, row))) {
    throw new CommandRefusedError(`${deployment} has no ${subject}.`)
  }
  return { data: { id }, message: `The ${subject} is changed.`, subject, details: { ...changes } }
}

const text = (most: number) => z.string().trim().min(1).max(most)

const listName = text(100).meta({ description: 'as players read it' })
const listDescription = z
  .string()
  .trim()
  .max(300)
  .meta({ description: 'the content of its mails, as players read it', value: 'text' })
  .optional()
const own = choice('yes: the box of the register form opts in to it')

const category = {
  name: text(100).meta({ description: 'as visitors read it' }),
  description: text(1000).meta({ description: 'the purpose of the cookies', value: 'text' }),
  optional: choice('no: it is part of the portal’s work'),
}

const reason = text(200).meta({ description: 'as players read it', value: 'text' })
const other = choice('yes: the player says more in their own words')

export const catalogueCommands = [
  listCommand({
    name: 'newsletters list',
    summary: 'Lists the newsletter lists, with how many players have opted in.',
    list: listNewsletterLists,
  }),
  writeCommand({
    name: 'newsletters add',
    summary: 'Offers players another newsletter list.',
    order: z.strictObject({ name: listName, deployment, description: listDescription, own }),
    operands: ['name'],
    async perform(_, { deployment, name, description = '', own = false }, transaction) {
      const columns = { name, description, is_own: own, is_active: true }
      const result = await added(transaction, 'newsletter_lists', deployment, columns)
      return { ...result, message: `Newsletter list ${result.data.id} is offered.` }
    },
  }),
  writeCommand({
    name: 'newsletters change',
    summary: 'Changes a newsletter list. One that is not active is neither offered nor sent to.',
    order: z.strictObject({
      id: catalogueId,
      deployment,
      name: listName.optional(),
      description: listDescription,
      own,
      active: choice('no: it is no longer offered'),
    }),
    operands: ['id'],
    async perform(_, { name, description, own, active, ...row }, transaction) {
      const changes = { name, description, is_own: own, is_active: active }
      return changed(transaction, 'newsletter_lists', row, changes)
    },
  }),
  writeCommand({
    name: 'newsletters mailing',
    summary:
      'Sends a mail to every subscriber of a list, with their own unsubscribe link, in the background.',
    order: z.strictObject({
      list: catalogueId,
      deployment,
      subject: text(200).meta({ description: 'of the mail' }),
      text: text(20_000).meta({
        description:
          'a file with the text, or - for the standard input; an empty line begins a paragraph',
        value: 'file',
        from: 'file',
      }),
    }),
    operands: ['list'],
    async perform({ mailings }, order, transaction) {
      const { deployment, list, subject } = order
      if (!(await mailings.send(transaction, order))) {
        throw new CommandRefusedError(`${deployment} has no active newsletter list ${list}.`)
      }
      return {
        data: { list },
        message: `The mailing to newsletter list ${list} is on its way. The log says when all of its mails are in the outbox: mailing.posted.`,
        subject: `newsletter list ${list}`,
        details: { subject },
      }
    },
  }),
  listCommand({
    name: 'cookies list',
    summary: 'Lists the categories of cookies that visitors decide on.',
    async list(executor, deployment) {
      const categories = await listCookieCategories(executor, deployment)
      return categories.map(({ Id, Name, Description, IsActive, IsOptional }) => ({
        id: Id,
        name: Name,
        isOptional: IsOptional,
        isActive: IsActive,
        description: Description,
      }))
    },
  }),
  writeCommand({
    name: 'cookies add',
    summary: 'Adds a category of cookies, for which visitors are then asked.',
    order: z.strictObject({ deployment, ...category }),
    operands: ['name'],
    async perform(_, { deployment, name, description, optional = true }, transaction) {
      const columns = { name, description, is_optional: optional, is_active: true }
      const result = await added(transaction, 'cookies', deployment, columns)
      return { ...result, message: `The ${result.subject} is added.` }
    },
  }),
  writeCommand({
    name: 'cookies change',
    summary: 'Changes a category of cookies.',
    order: z.strictObject({
      id: catalogueId,
      deployment,
      name: category.name.optional(),
      description: category.description.optional(),
      optional: category.optional,
      active: choice('no: visitors no longer see it'),
    }),
    operands: ['id'],
    async perform(_, { name, description, optional, active, ...row }, transaction) {
      const changes = { name, description, is_optional: optional, is_active: active }
      return changed(transaction, 'cookies', row, changes)
    },
  }),
  listCommand({
    name: 'deletion-types list',
    summary: 'Lists the reasons for leaving that players choose from, in their order.',
    async list(executor, deployment) {
      const types = await listDeletionTypesOf(executor, deployment)
      return types.map(({ Id, Description, IsOther }) => ({
        id: Id,
        description: Description,
        asksForWords: IsOther,
      }))
    },
  }),
  writeCommand({
    name: 'deletion-types add',
    summary: 'Offers players another reason for leaving.',
    order: z.strictObject({
      description: reason,
      deployment,
      other,
      position: catalogueId.optional().meta({
        description: 'where it stands among the others; the last, without one',
        value: 'number',
      }),
    }),
    operands: ['description'],
    async perform(_, { deployment, description, other = false, position }, transaction) {
      const known = await listDeletionTypesOf(transaction, deployment)
      const columns = { description, is_other: other, position: position ?? known.length + 1 }
      const result = await added(transaction, 'deletion_types', deployment, columns)
      return { ...result, message: `The ${result.subject} is offered.` }
    },
  }),
  writeCommand({
    name: 'deletion-types change',
    summary: 'Changes a reason for leaving.',
    order: z.strictObject({
      id: catalogueId,
      deployment,
      description: reason.optional(),
      other,
      position: catalogueId
        .optional()
        .meta({ description: 'where it stands among the others', value: 'number' }),
    }),
    operands: ['id'],
    async perform(_, { description, other, position, ...row }, transaction) {
      const changes = { description, is_other: other, position }
      return changed(transaction, 'deletion_types', row, changes)
    },
  }),
  writeCommand({
    name: 'deletion-types remove',
    summary: 'Removes a reason for leaving, also from the players who gave it.',
    order: z.strictObject({ id: catalogueId, deployment }),
    operands: ['id'],
    async perform(_, { deployment, id }, transaction) {
      const subject = `deletion type ${id}`
      if (!(await deleteDeletionType(transaction, deployment, id))) {
        throw new CommandRefusedError(`${deployment} has no ${subject}.`)
      }
      return { data: { id }, message: `The ${subject} is removed.`, subject }
    },
  }),
]
