import { actTitle } from '@gatehouse/contract/acts/titles'
import { Button } from '@gatehouse/ui/Button'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { hasPage, rowOf } from '../api/actWords.ts'
import { complaintsOf, type Field, fieldsOf, orderOf, startOf } from '../acts/fieldsOf.ts'
import { askFor } from '../acts/openAct.ts'
import { OrderField } from '../acts/OrderField.tsx'
import { useLook } from '../api/useLook.ts'
import type { Place } from '../api/useMe.ts'
import { ListTable } from '../lists/ListTable.tsx'
import { idAmong, plainColumns } from '../lists/plainColumns.tsx'
import { Empty, Loaded } from '../lists/states.tsx'
import { isRow, type Row, Value } from '../lists/Value.tsx'
import { ForThose, NotFound } from './missing.tsx'

/** Any act that changes nothing: its order in the address, its answer as a table. */
export function Look() {
  const { place: path, _splat = '' } = useParams({ from: '/$place/look/$' })
  const name = _splat.replaceAll('/', ' ')
  if (!hasPage(name)) return <NotFound />
  return (
    <ForThose path={path} act={name}>
      {(place) => <LookOf key={`${path} ${name}`} name={name} place={place} />}
    </ForThose>
  )
}

function LookOf({ name, place }: { readonly name: string; readonly place: Place }) {
  const row = rowOf(name)
  const search = useSearch({ from: '/$place/look/$' })
  const shape = row?.staffOrder.shape ?? {}
  const [fields] = useState(() => (row === undefined ? [] : fieldsOf(row.staffOrder, place.roles)))
  const isOfPlace = place.deployment !== null && 'deployment' in shape
  const preset = isOfPlace ? { deployment: place.path } : {}
  const given = orderOf(fields, { ...startOf(fields), ...search }, preset)
  const isComplete = row?.staffOrder.safeParse(given).success === true
  const look = useLook(name, given, { isWanted: isComplete, keeps: true })
  const [topic = ''] = name.split(' ')
  const siblings = place.acts.filter((each) => each.startsWith(`${topic} `) && !hasPage(each))
  return (
    <div className="screen">
      <h1>{actTitle(name)}</h1>
      <p className="lead">{row?.summary}</p>
      {siblings.length > 0 && (
        <div className="acts">
          {siblings.map((each) => (
            <Button key={each} look="secondary" onClick={() => askFor({ name: each, place })}>
              {actTitle(each)}…
            </Button>
          ))}
        </div>
      )}
      {fields.length > 0 && (
        <LookForm
          key={JSON.stringify(search)}
          name={name}
          fields={fields}
          place={place}
          preset={preset}
        />
      )}
      {isComplete && <Loaded from={look}>{(data) => <Result data={data} name={name} />}</Loaded>}
    </div>
  )
}

interface FormProps {
  readonly name: string
  readonly fields: readonly Field[]
  readonly place: Place
  readonly preset: Readonly<Record<string, unknown>>
}

function LookForm({ name, fields, place, preset }: FormProps) {
  const search = useSearch({ from: '/$place/look/$' })
  const navigate = useNavigate()
  const [values, setValues] = useState({ ...startOf(fields), ...search })
  const [complaints, setComplaints] = useState<Readonly<Record<string, string>>>({})
  function submit(event: FormEvent) {
    event.preventDefault()
    const row = rowOf(name)
    const order = orderOf(fields, values, preset)
    const wrong = row === undefined ? {} : complaintsOf(row.staffOrder, order, place.roles)
    setComplaints(wrong)
    if (Object.keys(wrong).length > 0) return
    const said = Object.entries(values).filter(([, value]) => value !== '' && value !== undefined)
    const params = { place: place.path, _splat: name.replaceAll(' ', '/') }
    void navigate({ to: '/$place/look/$', params, search: Object.fromEntries(said) })
  }
  return (
    <form className="act filters" noValidate onSubmit={submit}>
      {fields.map((field) => (
        <OrderField
          key={field.name}
          field={field}
          value={values[field.name] ?? ''}
          complaint={complaints[field.name]}
          onChange={(value) => setValues((all) => ({ ...all, [field.name]: value }))}
        />
      ))}
      <Button type="submit">Show</Button>
    </form>
  )
}

function Result({ data, name }: { readonly data: unknown; readonly name: string }) {
  const rows = Array.isArray(data) && data.every(isRow) ? (data as readonly Row[]) : null
  if (rows === null) {
    return (
      <section data-copy>
        <Value of={data} />
      </section>
    )
  }
  if (rows.length === 0) {
    return (
      <Empty title="Nothing found">
        There may be nothing to list, or a field of the form leaves it out.
      </Empty>
    )
  }
  return (
    <ListTable
      caption={actTitle(name)}
      rows={rows}
      idOf={idAmong(rows)}
      columns={plainColumns(rows)}
    />
  )
}
