import type { InputOf } from '@gatehouse/contract/calls'
import type { ReactNode } from 'react'
import { mailLinksNeedConfirmation } from '../../context/confirmation.ts'
import { usePortal } from '../../context/portal.ts'
import { ActOnLoad } from '../../ui/feedback/ActOnLoad.tsx'
import { Isolated } from '../../ui/Isolated.tsx'
import { useLoaded } from '../../ui/useLoaded.ts'
import styles from './MailLink.module.css'

interface Props {
  /** The kind of a link that is about an address. */
  readonly of?: InputOf<'readMailLink'>['body']['Kind']
  /** The secret of the link; '' in a cut one, of which nothing is asked. */
  readonly uid: string
  readonly act: () => void
  readonly question: ReactNode
  /** What happens by the press. */
  readonly children?: ReactNode
}

/** The page of a mail's link: it acts by a press, or at once where a deployment says so. */
export function MailLink({ of, uid, act, question, children }: Props) {
  const { rules } = usePortal()
  const asks = uid !== '' && mailLinksNeedConfirmation()
  const isOurs = asks && rules.goesBeyondSpecification
  return (
    <ActOnLoad cause={uid} act={act} asks={asks} question={question} sign={isOurs && <Door />}>
      {isOurs && of && <Address of={of} uid={uid} />}
      {children}
    </ActOnLoad>
  )
}

/** The gate of the theme, ajar. */
function Door() {
  return (
    <span className={styles.door} aria-hidden="true">
      <span />
      <span />
    </span>
  )
}

/** A link that is over says so when it is pressed: until then the page does without the address. */
function Address({ of, uid }: { readonly of: NonNullable<Props['of']>; readonly uid: string }) {
  const { session } = usePortal()
  const { value, hasFailed } = useLoaded(() =>
    session.api('readMailLink', { body: { Kind: of, Uid: uid } }),
  )
  if (hasFailed) return null
  return (
    <p className={styles.address}>
      <Isolated dir="ltr" of={value?.Email ?? '\u00A0'} />
    </p>
  )
}
