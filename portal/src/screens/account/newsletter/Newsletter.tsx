import { Trans, useLingui } from '@lingui/react/macro'
import type { OptInList } from '@gatehouse/contract/entities'
import { useId, useState } from 'react'
import { useRefusable } from '../../../forms/submit/useRefusable.ts'
import { usePortal } from '../../../context/portal.ts'
import { useLoaded } from '../../../ui/useLoaded.ts'
import { Button } from '../../../ui/Button.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { Empty } from '../../../ui/feedback/Empty.tsx'
import { Refused } from '../../../ui/feedback/Refused.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import styles from './Newsletter.module.css'

/** The newsletter lists. Each changes only when its own call has succeeded. */
export function Newsletter() {
  const { t } = useLingui()
  const {
    session: { api },
    fail,
  } = usePortal()
  const [lists, setLists] = useLoaded(
    async () => (await api('listNewsletters', {})).OptInList,
    fail,
  )
  const { busy, refused, act } = useRefusable<number>()
  const [news, tell] = useState('')

  function toggle({ ListId, ListName, IsOptIn }: OptInList) {
    act(ListId, async () => {
      const isOptIn = !IsOptIn
      // The first list is the platform's own.
      const isOwn = lists?.[0]?.ListId === ListId
      await api('optInUser', {
        body: { ListId, IsOptIn: isOptIn, IsG2GOptIn: isOptIn && isOwn },
      })
      const changed = (list: OptInList) =>
        list.ListId === ListId ? { ...list, IsOptIn: isOptIn } : list
      setLists(lists?.map(changed) ?? [])
      tell(isOptIn ? t`You get ${ListName} now.` : t`You no longer get ${ListName}.`)
    })
  }

  return (
    <>
      <h1>
        <Trans>Newsletter</Trans>
      </h1>
      {lists === null ? (
        <Skeleton />
      ) : lists.length === 0 ? (
        <Empty drawing="letterbox">
          <Trans>There is no newsletter at the moment.</Trans>
        </Empty>
      ) : (
        <ul>
          {lists.map((list) => (
            <ListRow
              key={list.ListId}
              list={list}
              isBusy={busy === list.ListId}
              refused={refused?.place === list.ListId ? refused.words : []}
              onToggle={() => toggle(list)}
            />
          ))}
        </ul>
      )}
      {/* The button shows it to the eye alone: screen readers do not announce a changed name. */}
      <p role="status" className="unseen">
        {news}
      </p>
    </>
  )
}

interface RowProps {
  readonly list: OptInList
  readonly isBusy: boolean
  readonly refused: readonly string[]
  readonly onToggle: () => void
}

function ListRow({ list, isBusy, refused, onToggle }: RowProps) {
  const id = useId()
  return (
    <li className={styles.list} aria-labelledby={id}>
      <h2 id={id}>{list.ListName}</h2>
      <p>
        <Trans>By email, whenever there is something to tell. You can stop it at any time.</Trans>
      </p>
      <Button
        look={list.IsOptIn ? 'primary' : 'secondary'}
        isBusy={isBusy}
        aria-describedby={id}
        onClick={onToggle}
      >
        {list.IsOptIn ? (
          <>
            <Icon name="done" /> <Trans>Active</Trans>
          </>
        ) : (
          <Trans>Activate</Trans>
        )}
      </Button>
      <Refused words={refused} />
    </li>
  )
}
