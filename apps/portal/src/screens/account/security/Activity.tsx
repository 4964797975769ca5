import { Trans, useLingui } from '@lingui/react/macro'
import type { ActivityKind } from '@gatehouse/contract/activity'
import { paths } from '@gatehouse/contract/routes'
import { useId, useState } from 'react'
import { usePortal } from '../../../context/portal.ts'
import { useScreenData } from '../../../context/useScreenData.ts'
import { useActions } from '../../../forms/submit/useActions.ts'
import { Button } from '@gatehouse/ui/Button'
import { Link } from '../../../router/Link.tsx'
import { ActionErrors } from '../../../ui/feedback/ActionErrors.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { EntryList } from './EntryList.tsx'
import styles from './Security.module.css'

type Filter = ActivityKind | ''

/** The acts on the account, the newest first. */
export function Activity() {
  const id = useId()
  const { t } = useLingui()
  const [filter, choose] = useState<Filter>('')
  const filters: readonly (readonly [Filter, string])[] = [
    ['', t`Everything`],
    ['sign-ins', t`Logging in`],
    ['changes', t`Changes`],
    ['devices', t`Devices`],
    ['sites', t`Sites`],
    ['support', t`Support`],
  ]
  return (
    <>
      <h1 tabIndex={-1}>{t`Activity`}</h1>
      <p>
        <Link to={paths.security}>{t`Back to Security`}</Link>
      </p>
      <p>{t`We keep 180 days.`}</p>
      <div className={`line ${styles.filter}`}>
        <label htmlFor={id}>{t`Filter`}</label>
        <select
          id={id}
          value={filter}
          onChange={(event) => choose(event.currentTarget.value as Filter)}
        >
          {filters.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </div>
      <Pages key={filter} filter={filter} />
    </>
  )
}

/** The entries of one filter, a page after the other. */
function Pages({ filter }: { readonly filter: Filter }) {
  const { session } = usePortal()
  const kind = filter === '' ? {} : { kind: filter }
  const { value: shown, change } = useScreenData(() => session.api('listActivity', { query: kind }))
  const { isBusy, errorsOf, act } = useActions<'older'>()
  if (shown === null) return <Skeleton />
  const { Next: before } = shown

  function showOlder(from: number) {
    act('older', async () => {
      const page = await session.api('listActivity', { query: { ...kind, before: from } })
      change(({ Entries }) => ({ Entries: [...Entries, ...page.Entries], Next: page.Next }))
    })
  }

  return (
    <>
      <EntryList isByDay entries={shown.Entries} />
      {before !== null && (
        <div>
          <Button look="secondary" isBusy={isBusy('older')} onClick={() => showOlder(before)}>
            <Trans>Show older</Trans>
          </Button>
        </div>
      )}
      <ActionErrors errors={errorsOf('older')} />
    </>
  )
}
