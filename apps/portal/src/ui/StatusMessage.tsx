import { useLingui } from '@lingui/react'
import { type ReactNode, use, useSyncExternalStore } from 'react'
import { Icon } from '@gatehouse/ui/Icon'
import { NotificationContext } from './notifications.ts'
import styles from './StatusMessage.module.css'

interface Props {
  readonly words: string
  /** Reads the same words out once more when it changes. */
  readonly number?: number
  readonly isPlain?: boolean | undefined
  /** A button that takes back what was done. */
  readonly children?: ReactNode
}

/**
 * A message in words where it belongs, read out at once; nothing while `words` is ''. It has its
 * own place and lies over nothing, and it stays until something else is said or the player goes on.
 */
export function StatusMessage({ words, number = 0, isPlain = false, children }: Props) {
  const isFilled = words !== ''
  return (
    // A region that is there before its words is read out; one without words is no status yet.
    <div className={`acts ${styles.place}`} data-said={isFilled}>
      <div role={isFilled ? 'status' : undefined} aria-live="polite">
        {isFilled && (
          <span key={`${number} ${words}`} className={`marked ${styles.said}`} data-plain={isPlain}>
            <Icon name={isPlain ? 'note' : 'done'} />
            <span>{words}</span>
          </span>
        )}
      </div>
      {isFilled && children}
    </div>
  )
}

/** The last message about a part of the page, or about all of it. */
export function LastNotification({ about }: { readonly about?: string }) {
  useLingui()
  const notifications = use(NotificationContext)
  const said = useSyncExternalStore(notifications.subscribe, notifications.read, notifications.read)
  if (said === null || said.about !== about) return <StatusMessage words="" />
  return <StatusMessage words={said.words()} number={said.number} isPlain={said.isPlain} />
}
