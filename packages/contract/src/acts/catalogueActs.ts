import * as z from 'zod'
import { act, look } from './act.ts'
import { isSo, number, ofCatalogue, text } from './answers.ts'
import { catalogueId, choice, deployment, ofDeployment } from './orderFields.ts'

/* The choices that a deployment offers its players: newsletters, cookies, reasons for leaving. */

const words = (most: number) => z.string().trim().min(1).max(most)

const listName = words(100).meta({ description: 'as players read it' })
const listDescription = z
  .string()
  .trim()
  .max(300)
  .meta({ description: 'the content of its mails, as players read it', value: 'text' })
  .optional()
const own = choice('yes: the box of the register form opts in to it')

const category = {
  name: words(100).meta({ description: 'as visitors read it' }),
  description: words(1000).meta({ description: 'the purpose of the cookies', value: 'text' }),
  optional: choice('no: it is part of the portal’s work'),
}

const reason = words(200).meta({ description: 'as players read it', value: 'text' })
const other = choice('yes: the player says more in their own words')

const list = z.strictObject({ id: number, name: text, isOwn: isSo, isActive: isSo, optIns: number })

const cookie = z.strictObject({
  id: number,
  name: text,
  isOptional: isSo,
  isActive: isSo,
  description: text,
})

const deletionType = z.strictObject({ id: number, description: text, asksForWords: isSo })

export const catalogueActs = {
  'newsletters list': look({
    title: 'List newsletters',
    summary: 'Lists the newsletter lists, with how many players have opted in.',
    ...ofDeployment,
    answer: z.array(list),
    roles: ['brand', 'operator'],
  }),
  'newsletters add': act({
    title: 'Add a newsletter',
    done: 'The newsletter is added.',
    summary: 'Offers players another newsletter list.',
    order: z.strictObject({ name: listName, deployment, description: listDescription, own }),
    operands: ['name'],
    answer: ofCatalogue,
    roles: ['brand', 'operator'],
  }),
  'newsletters change': act({
    title: 'Change {a newsletter}',
    done: '{The newsletter} is changed.',
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
    answer: ofCatalogue,
    roles: ['brand', 'operator'],
  }),
  'cookies list': look({
    title: 'List cookie categories',
    summary: 'Lists the categories of cookies that visitors decide on.',
    ...ofDeployment,
    answer: z.array(cookie),
    roles: ['brand', 'privacy', 'operator'],
  }),
  'cookies add': act({
    title: 'Add a cookie category',
    done: 'The cookie category is added.',
    summary: 'Adds a category of cookies, for which visitors are then asked.',
    order: z.strictObject({ deployment, ...category }),
    operands: ['name'],
    answer: ofCatalogue,
    roles: ['operator'],
  }),
  'cookies change': act({
    title: 'Change {a cookie category}',
    done: '{The cookie category} is changed.',
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
    answer: ofCatalogue,
    roles: ['operator'],
  }),
  'deletion-types list': look({
    title: 'List reasons for leaving',
    summary: 'Lists the reasons for leaving that players choose from, in their order.',
    ...ofDeployment,
    answer: z.array(deletionType),
    roles: ['brand', 'privacy', 'operator'],
  }),
  'deletion-types add': act({
    title: 'Add a reason for leaving',
    done: 'The reason is added.',
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
    answer: ofCatalogue,
    roles: ['brand', 'privacy', 'operator'],
  }),
  'deletion-types change': act({
    title: 'Change {a reason for leaving}',
    done: 'The reason is changed.',
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
    answer: ofCatalogue,
    roles: ['brand', 'privacy', 'operator'],
  }),
  'deletion-types order': act({
    title: 'Reorder the reasons for leaving',
    done: 'The reasons are in their new order.',
    summary: 'Puts the reasons for leaving in another order.',
    order: z.strictObject({
      ids: z
        .string()
        .max(10_000)
        .regex(/^\d{1,9}(,\d{1,9}){0,199}$/, 'is no list of ids, like 3,1,2')
        .meta({ description: 'all their ids in the new order, like 3,1,2', value: 'ids' }),
      deployment,
    }),
    operands: ['ids'],
    answer: z.array(ofCatalogue),
    roles: ['brand', 'privacy', 'operator'],
  }),
  'deletion-types remove': act({
    title: 'Remove {a reason for leaving}',
    done: 'The reason is removed.',
    summary: 'Removes a reason for leaving, also from the players who gave it.',
    order: z.strictObject({ id: catalogueId, deployment }),
    operands: ['id'],
    answer: ofCatalogue,
    roles: ['brand', 'privacy', 'operator'],
    isIrreversible: true,
  }),
} as const
