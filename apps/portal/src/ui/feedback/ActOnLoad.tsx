import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { Button } from '@gatehouse/ui/Button'
import { Progress } from './Progress.tsx'
import { useActOnce } from '../useActOnce.ts'

interface Props {
  /** The value that is acted on once, like the secret of a mail's link. */
  readonly cause: string
  readonly act: () => void
  /** True if the player is asked first. */
  readonly asks: boolean
  readonly question: ReactNode
  /** A picture above the question. */
  readonly sign?: ReactNode
  /** What the act does, beyond its question. */
  readonly children?: ReactNode
}

/** A screen that does its work as soon as it is shown, or when the player has said yes. */
export function ActOnLoad({ cause, act, asks, question, sign, children }: Props) {
  const { t } = useLingui()
  const [isAgreed, agree] = useState(!asks)
  useActOnce(`${String(isAgreed)} ${cause}`, () => {
    if (isAgreed) act()
  })
  if (isAgreed) return <Progress />
  return (
    <>
      {sign}
      <h1>{question}</h1>
      {children}
      <Button onClick={() => agree(true)}>{t`Confirm`}</Button>
    </>
  )
}
