import { Trans } from '@lingui/react/macro'
import type { Proof } from '@gatehouse/contract/errorItems'
import { type ReactNode, useState } from 'react'
import { localStore } from '../../storage/localStore.ts'
import { knowsPasskeys } from '../passkeys/askPasskey.ts'

/** Everything that one proof takes. */
type Way = Proof['Ways'][number]

/** By what each way is called: its last part. */
const names: Readonly<Record<Way[number], ReactNode>> = {
  passkey: <Trans>Use a passkey</Trans>,
  password: <Trans>Use your password</Trans>,
  totp: <Trans>Use your authenticator app</Trans>,
  'recovery-code': <Trans>Use a recovery code</Trans>,
}

/**
 * The way that a player proves by, the first of those that the browser can, and links to the
 * others. A passkey comes first where this browser has had one.
 */
export function useWay(ways: readonly Way[]): {
  readonly way: Way
  readonly otherWays: ReactNode
} {
  const [chosen, setChosen] = useState('')
  const byPasskey = ways.filter((way) => way.includes('passkey'))
  const byOthers = ways.filter((way) => !way.includes('passkey'))
  const inOrder = localStore.read('passkey') === '' ? ways : [...byPasskey, ...byOthers]
  const possible = knowsPasskeys ? inOrder : byOthers
  // For a player without another factor, the browser names the missing one.
  const offered = possible.length > 0 ? possible : ways
  const way = offered.find((one) => one.join() === chosen) ?? offered[0] ?? []
  const others = offered.filter((one) => one !== way)
  const otherWays =
    others.length === 0 ? null : (
      <div className="stack near">
        {others.map((other, place) => (
          <button
            type="button"
            className="word"
            // oxlint-disable-next-line react/no-array-index-key -- the pressed one keeps the focus
            key={place}
            onClick={() => setChosen(other.join())}
          >
            {names[other.at(-1) ?? 'password']}
          </button>
        ))}
      </div>
    )
  return { way, otherWays }
}
