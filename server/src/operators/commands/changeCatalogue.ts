import { type Catalogue, changeCatalogueRow } from '../../database/preferences/catalogueRows.ts'
import type { Executor } from '../../database/schema/executor.ts'
import { CommandRefusedError } from '../command/commandRefusedError.ts'

interface Change {
  readonly deployment: string
  readonly id: number
  /** The word for a row in the refusal of an unknown id. */
  readonly noun: string
  /** An undefined value stays as it is. */
  readonly changes: Readonly<Record<string, unknown>>
}

/**
 * Changes a row of a catalogue; throws a CommandRefusedError without a change, or without such a
 * row.
 */
export async function changeCatalogue(
  transaction: Executor,
  catalogue: Catalogue,
  { deployment, id, noun, changes }: Change,
): Promise<void> {
  const given = Object.fromEntries(
    Object.entries(changes).filter(([, value]) => value !== undefined),
  )
  if (Object.keys(given).length === 0) throw new CommandRefusedError('No change is given.')
  if (!(await changeCatalogueRow(transaction, catalogue, deployment, id, given))) {
    throw new CommandRefusedError(`${deployment} has no ${noun} ${id}.`)
  }
}
