import * as z from 'zod'
import { addCatalogueRow } from '../../database/preferences/catalogueRows.ts'
import { listNewsletterLists } from '../../database/preferences/newsletters.ts'
import { changeCatalogue } from './changeCatalogue.ts'
import { writeCommand, readCommand } from '../command/command.ts'
import { catalogueId, choice, deployment } from '../command/orderFields.ts'
import { sendMailing } from './sendMailing.ts'

const name = z.string().trim().min(1).max(100).meta({ description: 'as players read it' })
const isOwn = {
  description: 'yes: the box of the register form opts in to it',
  value: 'yes|no',
}

const list = readCommand({
  name: 'newsletters list',
  summary: 'Lists the newsletter lists, with how many players have opted in.',
  order: z.strictObject({ deployment }),
  async answer(services, order) {
    return { data: await listNewsletterLists(services.database.kysely, order.deployment) }
  },
})

const add = writeCommand({
  name: 'newsletters add',
  summary: 'Offers players another newsletter list.',
  order: z.strictObject({ name, deployment, own: choice.meta(isOwn) }),
  operands: ['name'],
  async perform(_, { deployment, name, own = false }, transaction) {
    const columns = { name, is_own: own, is_active: true }
    const id = await addCatalogueRow(transaction, 'newsletter_lists', deployment, columns)
    return {
      data: { id },
      message: `Newsletter list ${id} is offered.`,
      subject: `newsletter list ${id}`,
      details: columns,
    }
  },
})

const change = writeCommand({
  name: 'newsletters change',
  summary: 'Changes a newsletter list. One that is not active is neither offered nor sent to.',
  order: z.strictObject({
    id: catalogueId,
    deployment,
    name: name.optional().meta({ description: 'as players read it' }),
    own: choice.meta(isOwn),
    active: choice.meta({ description: 'no: it is offered no more', value: 'yes|no' }),
  }),
  operands: ['id'],
  async perform(_, { deployment, id, name, own, active }, transaction) {
    const changes = { name, is_own: own, is_active: active }
    const noun = 'newsletter list'
    await changeCatalogue(transaction, 'newsletter_lists', { deployment, id, noun, changes })
    const subject = `newsletter list ${id}`
    return { data: { id }, message: `The ${subject} is changed.`, subject, details: changes }
  },
})

const mailing = writeCommand({
  name: 'newsletters mailing',
  summary:
    'Sends a mail to every subscriber of a list, with an unsubscribe link of their own; all or none.',
  order: z.strictObject({
    list: catalogueId,
    deployment,
    subject: z.string().trim().min(1).max(200).meta({ description: 'of the mail' }),
    text: z.string().trim().min(1).max(20_000).meta({
      description:
        'a file with the text, or - for the standard input; an empty line begins a paragraph',
      value: 'file',
      from: 'file',
    }),
  }),
  operands: ['list'],
  async perform(services, order, transaction, at) {
    const count = await sendMailing(services, transaction, at, order)
    return {
      data: { count },
      message: `Mails in the outbox: ${count}.`,
      subject: `newsletter list ${order.list}`,
      details: { subject: order.subject, count },
    }
  },
})

export const newsletterCommands = [list, add, change, mailing]
