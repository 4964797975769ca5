import { catalogueActs } from '@gatehouse/contract/acts/catalogueActs'
import {
  deleteDeletionType,
  listDeletionTypesOf,
} from '../../../database/accounts/deletionTypes.ts'
import {
  addCatalogueRow,
  type Catalogue,
  type CatalogueColumns,
} from '../../../database/preferences/catalogueRows.ts'
import { listCookieCategories } from '../../../database/preferences/cookieStatements.ts'
import { listNewsletterLists } from '../../../database/preferences/newsletterStatements.ts'
import { changeRows, type Executor } from '../../../database/schema/executor.ts'
import { listed, performedBy } from '../orders/run.ts'
import { ActRefusedError } from '../orders/actRefusedError.ts'

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
  if (given.length === 0) throw new ActRefusedError('No change is given.')
  const row = Object.fromEntries(given)
  const subject = `${nouns[catalogue]} ${id}`
  if (!(await changeRows<Catalogue>(transaction, catalogue, { deployment, id }, row))) {
    throw new ActRefusedError(`${deployment} has no ${subject}.`)
  }
  return { data: { id }, message: `The ${subject} is changed.`, subject, details: { ...changes } }
}

export const cataloguePerformers = performedBy(catalogueActs, {
  'newsletters list': listed(listNewsletterLists),
  'newsletters add': async (
    { transaction },
    { deployment, name, description = '', own = false },
  ) => {
    const columns = { name, description, is_own: own, is_active: true }
    const result = await added(transaction, 'newsletter_lists', deployment, columns)
    return { ...result, message: `Newsletter list ${result.data.id} is offered.` }
  },
  'newsletters change': async ({ transaction }, { name, description, own, active, ...row }) => {
    const changes = { name, description, is_own: own, is_active: active }
    return changed(transaction, 'newsletter_lists', row, changes)
  },
  'cookies list': listed(async (executor, deployment) => {
    const categories = await listCookieCategories(executor, deployment)
    return categories.map(({ Id, Name, Description, IsActive, IsOptional }) => ({
      id: Id,
      name: Name,
      isOptional: IsOptional,
      isActive: IsActive,
      description: Description,
    }))
  }),
  'cookies add': async ({ transaction }, { deployment, name, description, optional = true }) => {
    const columns = { name, description, is_optional: optional, is_active: true }
    const result = await added(transaction, 'cookies', deployment, columns)
    return { ...result, message: `The ${result.subject} is added.` }
  },
  'cookies change': async ({ transaction }, { name, description, optional, active, ...row }) => {
    const changes = { name, description, is_optional: optional, is_active: active }
    return changed(transaction, 'cookies', row, changes)
  },
  'deletion-types list': listed(async (executor, deployment) => {
    const types = await listDeletionTypesOf(executor, deployment)
    return types.map(({ Id, Description, IsOther }) => ({
      id: Id,
      description: Description,
      asksForWords: IsOther,
    }))
  }),
  'deletion-types add': async (
    { transaction },
    { deployment, description, other = false, position },
  ) => {
    const known = await listDeletionTypesOf(transaction, deployment)
    const columns = { description, is_other: other, position: position ?? known.length + 1 }
    const result = await added(transaction, 'deletion_types', deployment, columns)
    return { ...result, message: `The ${result.subject} is offered.` }
  },
  'deletion-types change': async ({ transaction }, { description, other, position, ...row }) => {
    const changes = { description, is_other: other, position }
    return changed(transaction, 'deletion_types', row, changes)
  },
  'deletion-types order': async ({ transaction }, { deployment, ids: given }) => {
    const ids = given.split(',').map(Number)
    const known = await listDeletionTypesOf(transaction, deployment)
    const isWhole = ids.length === known.length && known.every(({ Id }) => ids.includes(Id))
    if (!isWhole) {
      const message = `${deployment} has these reasons now: ${known.map(({ Id }) => Id).join(',')}.`
      throw new ActRefusedError(message, { code: 'STALE' })
    }
    for (const [at, id] of ids.entries()) {
      const position = at + 1
      await changeRows(transaction, 'deletion_types', { deployment, id }, { position })
    }
    return {
      data: ids.map((id) => ({ id })),
      message: 'The reasons for leaving have their new order.',
      subject: 'deletion types',
      details: { ids },
    }
  },
  'deletion-types remove': async ({ transaction }, { deployment, id }) => {
    const subject = `deletion type ${id}`
    if (!(await deleteDeletionType(transaction, deployment, id))) {
      throw new ActRefusedError(`${deployment} has no ${subject}.`)
    }
    return { data: { id }, message: `The ${subject} is removed.`, subject }
  },
})
