import { Trans } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import type { CodeWay } from './CodeField.tsx'
import styles from './SecondFactor.module.css'

/** The way that a player proves by, the first of those there are, and a link to the other one. */
export function useCodeWay(ways: readonly CodeWay[]): {
  readonly way: CodeWay | null
  readonly otherWay: ReactNode
} {
  const [chosen, setChosen] = useState<CodeWay | null>(null)
  const way = chosen ?? ways[0] ?? null
  const other = ways.find((one) => one !== way)
  const otherWay =
    other === undefined ? null : (
      <button type="button" className={styles.otherWay} onClick={() => setChosen(other)}>
        {other === 'recovery-code' ? (
          <Trans>Use a recovery code</Trans>
        ) : (
          <Trans>Use your authenticator app</Trans>
        )}
      </button>
    )
  return { way, otherWay }
}
