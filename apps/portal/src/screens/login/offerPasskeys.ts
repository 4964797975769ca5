import type * as Ceremony from '../../forms/passkeys/ceremony.ts'
import { whenIdle } from '../../ui/whenIdle.ts'

type Options = Parameters<typeof Ceremony.answerPasskey>[0]

/** Milliseconds after which a challenge is replaced, a minute before the server's end of it. */
const renewal = 9 * 60 * 1000

/**
 * Offers passkeys in the field of the name, once the browser is idle. A form that is sent ends it; the
 * field that is entered again begins it again. Whatever goes wrong is silent: the form is there. `stop` ends
 * what waits, for another question; `end` ends it for good.
 */
export function offerPasskeys(
  ask: () => Promise<Options>,
  take: (credential: Ceremony.SignedCredential) => void,
): { readonly stop: () => void; readonly end: () => void } {
  let round = 0
  let isWaiting = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let ceremony: typeof Ceremony | undefined

  async function offer() {
    const mine = (round += 1)
    isWaiting = true
    clearTimeout(timer)
    try {
      ceremony = await import('../../forms/passkeys/ceremony.ts')
      if (!(await ceremony.canAutofill()) || mine !== round) return
      const options = await ask()
      if (mine !== round) return
      timer = setTimeout(() => void offer(), renewal)
      const credential = await ceremony.answerPasskey(options, true)
      if (credential !== null && mine === round) take(credential)
    } catch {
      // The form is there.
    }
    if (mine === round) isWaiting = false
  }

  function stop() {
    round += 1
    clearTimeout(timer)
    if (isWaiting) ceremony?.stopAsking()
    isWaiting = false
  }

  function enterField({ target }: FocusEvent) {
    const isField = target instanceof HTMLInputElement && target.autocomplete.endsWith('webauthn')
    if (isField && !isWaiting) void offer()
  }

  // Unless something else was asked first.
  const begin = () => void (round === 0 && offer())
  whenIdle(begin, 500)
  document.addEventListener('submit', stop, true)
  document.addEventListener('focusin', enterField)
  function end() {
    document.removeEventListener('submit', stop, true)
    document.removeEventListener('focusin', enterField)
    stop()
  }

  return { stop, end }
}
