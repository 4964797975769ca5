import { Dialog, type DialogProps } from '@gatehouse/ui/Dialog'
import { useLingui } from '@lingui/react'
import { use, useEffect, useState, useSyncExternalStore } from 'react'
import { NotificationContext } from './notifications.ts'
import { StatusMessage } from './StatusMessage.tsx'

/** A dialog with the messages to the player: the page's own lie inert below it. */
export function DialogWithMessages({ children, ...props }: DialogProps) {
  return (
    <Dialog {...props}>
      {children}
      <Messages />
    </Dialog>
  )
}

/** The messages while it is open. Those from before are about another act, and over with its opening. */
function Messages() {
  useLingui()
  const notifications = use(NotificationContext)
  const said = useSyncExternalStore(notifications.subscribe, notifications.read, notifications.read)
  const [before] = useState(said)
  useEffect(() => {
    if (before !== null && notifications.read() === before) notifications.write(null)
  }, [notifications, before])
  return said === null || said === before ? (
    <StatusMessage words="" />
  ) : (
    <StatusMessage words={said.words()} number={said.number} isPlain={said.isPlain} />
  )
}
