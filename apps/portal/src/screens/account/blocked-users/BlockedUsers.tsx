import { Trans, useLingui } from '@lingui/react/macro'
import type { BlockedUser } from '@gatehouse/contract/entities'
import { useDeferredValue, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { isolate } from '../../../i18n/isolate.ts'
import { mediaUrl } from '../../../session/siteUrls.ts'
import { useActions } from '../../../forms/submit/useActions.ts'
import { usePortal, useSession, useSettings } from '../../../context/portal.ts'
import type { Session } from '../../../session/session.ts'
import { Avatar } from '../../../ui/Avatar.tsx'
import { Button } from '@gatehouse/ui/Button'
import { focusHeading } from '../../../ui/focusHeading.ts'
import { Empty } from '../../../ui/feedback/Empty.tsx'
import { type ActionError, ActionErrors } from '../../../ui/feedback/ActionErrors.tsx'
import type { PortalNotification } from '../../../ui/notifications.ts'
import { StatusMessage } from '../../../ui/StatusMessage.tsx'
import rowStyles from '../../../ui/Row.module.css'
import statusStyles from '../../../ui/feedback/RowStatus.module.css'
import fieldStyles from '../../../forms/fields/Field.module.css'
import styles from './BlockedUsers.module.css'
import { Isolated } from '../../../ui/Isolated.tsx'

/** So many entries at a time: some players have blocked thousands. */
const portion = 100
/** From so many on, reading the list is slower than asking for a name. */
const worthSearching = 20

/** The players whom this player has blocked. An entry leaves the list when its call has succeeded. */
export function BlockedUsers() {
  const { t } = useLingui()
  const { session } = usePortal()
  const { user } = useSession()
  const { goesBeyondSpecification } = useSettings().rules
  const { isBusy, errorsOf, act } = useActions<number>()
  const list = useRef<HTMLUListElement>(null)
  const [news, announce] = useState<Pick<PortalNotification, 'words'> | null>(null)
  const [undone, setUndone] = useState<BlockedUser | null>(null)
  const [name, setName] = useState('')
  const [shown, setShown] = useState(portion)
  const blocks = user?.Blocks ?? []
  const wanted = useDeferredValue(name).trim().toLowerCase()
  const found = blocks.filter(({ Username }) => Username.toLowerCase().includes(wanted))

  const unblockedWords = (Username: string) => t`${Username} is no longer blocked.`
  const blockedWords = (Username: string) => t`${Username} is blocked again.`

  function unblock(blocked: BlockedUser) {
    const { Id, Username } = blocked
    act(Id, async () => {
      await session.api('unblock', { body: { userBlockedId: Id } })
      focusBeside(list.current, Id)
      session.showProfile({ Blocks: blocksBeside(session, Id) })
      if (goesBeyondSpecification) setUndone(blocked)
      announce({ words: () => unblockedWords(isolate(Username)) })
    })
  }

  function blockAgain(blocked: BlockedUser) {
    const { Id, Username } = blocked
    act(Id, async () => {
      await session.api('block', { body: { BlockedUserId: Id } })
      session.showProfile({ Blocks: [blocked, ...blocksBeside(session, Id)] })
      setUndone(null)
      announce({ words: () => blockedWords(isolate(Username)) })
      focusHeading()
    })
  }

  return (
    <>
      <h1 tabIndex={-1}>{t`Blocked users`}</h1>
      <div className={styles.news}>
        <StatusMessage words={news?.words() ?? ''}>
          {undone && (
            <Button key={undone.Id} look="secondary" onClick={() => blockAgain(undone)}>
              <Trans>Undo</Trans>
            </Button>
          )}
        </StatusMessage>
        {undone && <ActionErrors errors={errorsOf(undone.Id)} />}
      </div>
      {blocks.length === 0 && (
        <Empty drawing="camp">
          <Trans>Here you can see who you have blocked. We hope you won't need this section.</Trans>
        </Empty>
      )}
      {blocks.length > worthSearching && <Search name={name} onChange={setName} />}
      {blocks.length > 0 && found.length === 0 && (
        <Empty drawing="lens">{t`Nobody of that name is blocked.`}</Empty>
      )}
      {found.length > 0 && (
        <ul ref={list}>
          {found.slice(0, shown).map((blocked) => (
            <BlockedRow
              key={blocked.Id}
              blocked={blocked}
              isBusy={isBusy(blocked.Id)}
              refused={errorsOf(blocked.Id)}
              onUnblock={unblock}
            />
          ))}
        </ul>
      )}
      {found.length > shown && (
        <More key={shown} onReach={() => setShown((count) => count + portion)} />
      )}
    </>
  )
}

interface RowProps {
  readonly blocked: BlockedUser
  readonly isBusy: boolean
  readonly refused: readonly ActionError[]
  readonly onUnblock: (blocked: BlockedUser) => void
}

function BlockedRow({ blocked, isBusy, refused, onUnblock }: RowProps) {
  const { MediasUrl } = useSettings().configuration
  const name = `blocked-${blocked.Id}`
  return (
    <li className={rowStyles.row} data-id={blocked.Id}>
      <Avatar image={mediaUrl(blocked.AvatarUrl, MediasUrl)} name={blocked.Username} />
      <div>
        <b>
          <Isolated id={name} of={blocked.Username} />
        </b>
        <span aria-live="polite" className={statusStyles.status}>
          {isBusy && <Trans>Unblocking …</Trans>}
        </span>
      </div>
      <Button
        look="secondary"
        isBusy={isBusy}
        aria-describedby={name}
        onClick={() => onUnblock(blocked)}
      >
        <Trans>Unblock</Trans>
      </Button>
      <ActionErrors errors={refused} />
    </li>
  )
}

interface SearchProps {
  readonly name: string
  readonly onChange: (name: string) => void
}

function Search({ name, onChange }: SearchProps) {
  const { t } = useLingui()
  const id = useId()
  return (
    <div className={`stack ${fieldStyles.field}`}>
      <label htmlFor={id}>{t`Find a player`}</label>
      <div className={fieldStyles.control}>
        <input
          id={id}
          type="search"
          dir="auto"
          autoComplete="off"
          autoCorrect="off"
          enterKeyHint="search"
          value={name}
          onChange={({ target }) => onChange(target.value)}
        />
      </div>
    </div>
  )
}

/** The end of what is shown. Scrolling near it, or pressing it, shows more. */
function More({ onReach }: { readonly onReach: () => void }) {
  const { t } = useLingui()
  const place = useRef<HTMLDivElement>(null)
  const reach = useEffectEvent(onReach)
  useEffect(() => {
    const nearness = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) reach()
      },
      { rootMargin: '600px' },
    )
    if (place.current !== null) nearness.observe(place.current)
    return () => nearness.disconnect()
  }, [])
  return (
    <div ref={place}>
      <Button look="quiet" onClick={onReach}>{t`Show more`}</Button>
    </div>
  )
}

/** The players who are blocked now, but for one. */
function blocksBeside(session: Session, id: number): BlockedUser[] {
  return (session.read().user?.Blocks ?? []).filter(({ Id }) => Id !== id)
}

/** Before an entry goes: the focus to the next one's button, or to the heading after the last. */
function focusBeside(list: HTMLElement | null, id: number): void {
  const entry = list?.querySelector(`[data-id="${id}"]`)
  if (!entry?.contains(document.activeElement)) return
  const beside = entry.nextElementSibling ?? entry.previousElementSibling
  const target = beside?.querySelector('button') ?? document.querySelector('h1')
  target?.focus()
}
