import { useEffect, useState } from 'react'
import { useSettings } from '../../context/portal.ts'

type Check = (password: string, knownWords: readonly string[]) => boolean

/**
 * Whether the server refuses a typed password because it is easy to guess: for its list, the studio's
 * name or the address. True before that is known, and null when the list does not come.
 */
export function useEasyToGuess(password: string, email: string): boolean | null {
  const { RegisterStudioName } = useSettings().configuration
  const [check, setCheck] = useState<Check | null | 'not-asked'>('not-asked')
  const isTyped = password !== ''

  useEffect(() => {
    if (!isTyped) return
    import('@gatehouse/contract/commonPasswords').then(
      ({ isOftenChosen, restatesKnownWord }) =>
        setCheck(
          () => (typed: string, words: readonly string[]) =>
            isOftenChosen(typed) || restatesKnownWord(typed, words),
        ),
      () => setCheck(null),
    )
  }, [isTyped])

  if (check === null) return null
  if (check === 'not-asked') return true
  const localPart = email.slice(0, Math.max(0, email.lastIndexOf('@')))
  return check(password, [RegisterStudioName, localPart])
}
