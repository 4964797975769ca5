import * as z from 'zod'
import { addCatalogueRow } from '../../database/preferences/catalogueRows.ts'
import { listCookieCategories } from '../../database/preferences/cookies.ts'
import { changeCatalogue } from './changeCatalogue.ts'
import { writeCommand, readCommand } from '../command/command.ts'
import { catalogueId, choice, deployment } from '../command/orderFields.ts'

const name = z.string().trim().min(1).max(100)
const description = z.string().trim().min(1).max(1000)
const named = { description: 'as visitors read it' }
const described = { description: 'what the cookies are for', value: 'text' }
const optional = { description: 'no: it is part of the portal’s work', value: 'yes|no' }

const list = readCommand({
  name: 'cookies list',
  summary: 'Lists the categories of cookies that visitors decide on.',
  order: z.strictObject({ deployment }),
  async answer(services, { deployment }) {
    const categories = await listCookieCategories(services.database.kysely, deployment)
    return {
      data: categories.map(({ Id, Name, Description, IsActive, IsOptional }) => ({
        id: Id,
        name: Name,
        isOptional: IsOptional,
        isActive: IsActive,
        description: Description,
      })),
    }
  },
})

const add = writeCommand({
  name: 'cookies add',
  summary: 'Adds a category of cookies, which visitors are then asked about.',
  order: z.strictObject({
    name: name.meta(named),
    deployment,
    description: description.meta(described),
    optional: choice.meta(optional),
  }),
  operands: ['name'],
  async perform(_, { deployment, name, description, optional = true }, transaction) {
    const columns = { name, description, is_optional: optional, is_active: true }
    const id = await addCatalogueRow(transaction, 'cookies', deployment, columns)
    const subject = `cookie category ${id}`
    return { data: { id }, message: `The ${subject} is added.`, subject, details: columns }
  },
})

const change = writeCommand({
  name: 'cookies change',
  summary: 'Changes a category of cookies.',
  order: z.strictObject({
    id: catalogueId,
    deployment,
    name: name.optional().meta(named),
    description: description.optional().meta(described),
    optional: choice.meta(optional),
    active: choice.meta({ description: 'no: visitors see it no more', value: 'yes|no' }),
  }),
  operands: ['id'],
  async perform(_, { deployment, id, ...given }, transaction) {
    const { name, description, optional, active } = given
    const changes = { name, description, is_optional: optional, is_active: active }
    const noun = 'cookie category'
    await changeCatalogue(transaction, 'cookies', { deployment, id, noun, changes })
    const subject = `cookie category ${id}`
    return { data: { id }, message: `The ${subject} is changed.`, subject, details: changes }
  },
})

export const cookieCommands = [list, add, change]
