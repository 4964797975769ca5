import { shortTitle } from '@gatehouse/contract/acts/titles'
import { Button } from '@gatehouse/ui/Button'
import type { ComponentProps } from 'react'
import { may, type Place } from '../api/useMe.ts'
import type { Column } from '../lists/ListTable.tsx'
import { askFor, type OpenAct } from './openAct.ts'

interface Props extends OpenAct, Pick<ComponentProps<typeof Button>, 'look' | 'children'> {}

/** Opens the dialog of an act; it is there for those who may order it. */
export function ActButton({ look = 'quiet', children, ...act }: Props) {
  if (!may(act.place, act.name)) return null
  return (
    <Button look={look} onClick={() => askFor(act)}>
      {children ?? shortTitle(act.name)}…
    </Button>
  )
}

/** The column of the act on a row, for those who may order it. */
export function actColumn<Row>(
  place: Place,
  name: string,
  cell: Column<Row>['cell'],
): readonly Column<Row>[] {
  return may(place, name) ? [{ title: 'Action', cell }] : []
}
