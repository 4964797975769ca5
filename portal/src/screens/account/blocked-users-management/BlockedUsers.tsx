import { Trans, useLingui } from '@lingui/react/macro'
import type { BlockedUser } from '@gatehouse/contract/entities'
import { useRef, useState } from 'react'
import { mediaUrl } from '../../../api/mediaUrl.ts'
import { useRefusable } from '../../../forms/useRefusable.ts'
import { usePortal, useSession } from '../../../session/portal.ts'
import { Avatar } from '../../../ui/Avatar.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Refused } from '../../../ui/Refused.tsx'
import styles from './BlockedUsers.module.css'

/** Whom the player has blocked. Whoever is let in again leaves the list when the call has succeeded. */
export function BlockedUsers() {
  const { t } = useLingui()
  const { session } = usePortal()
  const { user } = useSession()
  const { busy, refused, act } = useRefusable<number>()
  const list = useRef<HTMLUListElement>(null)
  const [news, tell] = useState('')
  const blocks = user?.Blocks ?? []

  function unblock({ Id, Username }: BlockedUser) {
    act(Id, async () => {
      await session.api('unblock', { body: { userBlockedId: Id } })
      focusBeside(list.current, Id)
      session.forgetBlock(Id)
      tell(t`${Username} is no longer blocked.`)
    })
  }

  return (
    <>
      <h1 tabIndex={-1}>
        <Trans>Blocked users</Trans>
      </h1>
      {blocks.length === 0 && (
        <p>
          <Trans>Here you can see who you have blocked. We hope you won't need this section.</Trans>
        </p>
      )}
      <ul ref={list}>
        {blocks.map((blocked) => (
          <BlockedRow
            key={blocked.Id}
            blocked={blocked}
            isBusy={busy === blocked.Id}
            refused={refused?.place === blocked.Id ? refused.words : nothing}
            onUnblock={unblock}
          />
        ))}
      </ul>
      <p className="unseen" role="status">
        {news}
      </p>
    </>
  )
}

const nothing: readonly string[] = []

interface RowProps {
  readonly blocked: BlockedUser
  readonly isBusy: boolean
  readonly refused: readonly string[]
  readonly onUnblock: (blocked: BlockedUser) => void
}

function BlockedRow({ blocked, isBusy, refused, onUnblock }: RowProps) {
  const { MediasUrl } = usePortal().configuration
  const name = `blocked-${blocked.Id}`
  return (
    <li className={styles.blocked} data-id={blocked.Id}>
      <Avatar image={mediaUrl(blocked.AvatarUrl, MediasUrl)} name={blocked.Username} />
      <span id={name} className={styles.name}>
        {blocked.Username}
      </span>
      <Button
        look="secondary"
        isBusy={isBusy}
        aria-describedby={name}
        onClick={() => onUnblock(blocked)}
      >
        <Trans>Unblock</Trans>
      </Button>
      <Refused words={refused} />
    </li>
  )
}

/** Before an entry goes: the focus to the next one's button, or to the heading after the last. */
function focusBeside(list: HTMLElement | null, id: number): void {
  const entry = list?.querySelector(`[data-id="${id}"]`)
  if (!entry?.contains(document.activeElement)) return
  const beside = entry.nextElementSibling ?? entry.previousElementSibling
  const target = beside?.querySelector('button') ?? document.querySelector('h1')
  target?.focus()
}
