import * as z from 'zod'
import { addCatalogueRow } from '../../database/preferences/catalogueRows.ts'
import { deleteDeletionType, listDeletionTypesOf } from '../../database/accounts/deletionTypes.ts'
import { changeCatalogue } from './changeCatalogue.ts'
import { writeCommand, readCommand } from '../command/command.ts'
import { CommandRefusedError } from '../command/commandRefusedError.ts'
import { catalogueId, choice, deployment } from '../command/orderFields.ts'

const description = z.string().trim().min(1).max(200)
const described = { description: 'as players read it', value: 'text' }
const other = { description: 'yes: the player says more in words of their own', value: 'yes|no' }

const list = readCommand({
  name: 'deletion-types list',
  summary: 'Lists the reasons for leaving that players choose from, in their order.',
  order: z.strictObject({ deployment }),
  async answer(services, { deployment }) {
    const types = await listDeletionTypesOf(services.database.kysely, deployment)
    return {
      data: types.map(({ Id, Description, IsOther }) => ({
        id: Id,
        description: Description,
        asksForWords: IsOther,
      })),
    }
  },
})

const add = writeCommand({
  name: 'deletion-types add',
  summary: 'Offers players another reason for leaving.',
  order: z.strictObject({
    description: description.meta(described),
    deployment,
    other: choice.meta(other),
    position: catalogueId.optional().meta({
      description: 'where it stands among the others; the last, without one',
      value: 'number',
    }),
  }),
  operands: ['description'],
  async perform(_, { deployment, description, other = false, position }, transaction) {
    const known = await listDeletionTypesOf(transaction, deployment)
    const at = position ?? known.length + 1
    const columns = { description, is_other: other, position: at }
    const id = await addCatalogueRow(transaction, 'deletion_types', deployment, columns)
    const subject = `deletion type ${id}`
    return { data: { id }, message: `The ${subject} is offered.`, subject, details: columns }
  },
})

const change = writeCommand({
  name: 'deletion-types change',
  summary: 'Changes a reason for leaving.',
  order: z.strictObject({
    id: catalogueId,
    deployment,
    description: description.optional().meta(described),
    other: choice.meta(other),
    position: catalogueId
      .optional()
      .meta({ description: 'where it stands among the others', value: 'number' }),
  }),
  operands: ['id'],
  async perform(_, { deployment, id, description, other, position }, transaction) {
    const changes = { description, is_other: other, position }
    const noun = 'deletion type'
    await changeCatalogue(transaction, 'deletion_types', { deployment, id, noun, changes })
    const subject = `deletion type ${id}`
    return { data: { id }, message: `The ${subject} is changed.`, subject, details: changes }
  },
})

const remove = writeCommand({
  name: 'deletion-types remove',
  summary: 'Offers a reason for leaving no more; players who gave it then gave none.',
  order: z.strictObject({ id: catalogueId, deployment }),
  operands: ['id'],
  async perform(_, { deployment, id }, transaction) {
    if (!(await deleteDeletionType(transaction, deployment, id))) {
      throw new CommandRefusedError(`${deployment} has no deletion type ${id}.`)
    }
    const subject = `deletion type ${id}`
    return { data: { id }, message: `The ${subject} is removed.`, subject }
  },
})

export const deletionTypeCommands = [list, add, change, remove]
