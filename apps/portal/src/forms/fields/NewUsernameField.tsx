import { Trans, useLingui } from '@lingui/react/macro'
import { submitDelay } from '@gatehouse/contract/browserLimits'
import type { ErrorCode } from '@gatehouse/contract/errors'
import { usernameError } from '@gatehouse/contract/fields'
import { useRef, useState } from 'react'
import { TextField } from './TextField.tsx'
import { wordsOfErrors } from '../submit/wordsOfErrors.ts'
import { usePortal } from '../../context/portal.ts'
import { Button } from '@gatehouse/ui/Button'
import styles from './NewPlayer.module.css'

interface Props {
  /** The name that stands there first. */
  readonly suggested?: string
  readonly onType?: (username: string) => void
}

/** The name of a new player. A taken one is said on leaving the field, with free ones in its place. */
export function NewUsernameField({ suggested, onType }: Props) {
  const { t } = useLingui()
  const field = useRef<HTMLInputElement>(null)
  const { error, suggestions, look, forget } = useTakenName()

  function choose(name: string) {
    const input = field.current
    if (input === null) return
    input.value = name
    input.dispatchEvent(new Event('input', { bubbles: true }))
    input.focus()
  }

  return (
    <TextField
      ref={field}
      data-first=""
      name="Username"
      kind="name"
      label={t`Username`}
      check={usernameError}
      hint={t`2 to 25 letters and digits. Other players see it.`}
      defaultValue={suggested}
      checkedError={error}
      autoComplete="username"
      enterKeyHint="next"
      onInput={(event) => {
        forget()
        onType?.(event.currentTarget.value)
      }}
      onBlur={(event) => look(event.currentTarget.value)}
      below={
        <div role="status" className={styles.free}>
          {suggestions.length > 0 && (
            <div className={`acts near ${styles.suggestions}`}>
              <span>
                <Trans>Still free:</Trans>
              </span>
              {suggestions.map((name) => (
                <Button key={name} look="secondary" onClick={() => choose(name)}>
                  <span dir="ltr">{name}</span>
                </Button>
              ))}
            </div>
          )}
        </div>
      }
    />
  )
}

/** Looks a name up that the player has left. An answer that does not come is left to the registration. */
function useTakenName() {
  const { session, registration, rules, isCurrent } = usePortal()
  const [taken, setTaken] = useState<{ readonly words: () => string } | null>(null)
  const [suggestions, suggest] = useState<readonly string[]>([])
  const looked = useRef('')

  async function ask(Username: string) {
    // It waits as long as a press lasts: the sentence would push the pressed button away.
    await new Promise((resolve) => setTimeout(resolve, submitDelay))
    const isMeant = () => isCurrent() && looked.current === Username
    if (!isMeant()) return
    const { IsFree, Suggestions } = await session.api('checkUsername', { body: { Username } })
    const wordsFor = await wordsOfErrors()
    if (IsFree || !isMeant()) return
    setTaken({ words: () => wordsFor('ERROR_USERNAME_EXIST' satisfies ErrorCode) })
    suggest(Suggestions)
  }

  return {
    error: taken?.words() ?? null,
    suggestions,
    look(name: string) {
      // The own registration, whose address is being corrected, has its name.
      const isOwn = registration.registered?.username.toLowerCase() === name.toLowerCase()
      if (!rules.goesBeyondSpecification || usernameError(name) !== null || isOwn) return
      if (looked.current === name) return
      looked.current = name
      ask(name).catch(() => undefined)
    },
    forget() {
      looked.current = ''
      setTaken(null)
      suggest([])
    },
  }
}
