import type { ErrorCode } from '@gatehouse/contract/errors'
import { submitDelay } from '@gatehouse/contract/browserLimits'
import { useLingui } from '@lingui/react'
import { useEffect, useRef, useState } from 'react'
import { wordsOfErrors } from '../submit/wordsOfErrors.ts'

/**
 * Checks a field's text by its rule, once the player has left the field. It waits as long as a
 * press lasts: a sentence that came at once would push the pressed button away. An empty field is
 * not wrong before the form is sent.
 */
export function useBlurCheck(check: ((text: string) => ErrorCode | null) | undefined) {
  // The sentence is made at each look, because the page can go on in another language.
  useLingui()
  const [sentence, setWords] = useState<{ readonly say: () => string } | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(() => () => clearTimeout(timer.current), [])

  async function show(code: ErrorCode) {
    const begun = timer.current
    const wordsFor = await wordsOfErrors()
    if (begun === timer.current) setWords({ say: () => wordsFor(code) })
  }

  return {
    words: sentence?.say() ?? null,
    forget() {
      clearTimeout(timer.current)
      timer.current = undefined
      setWords(null)
    },
    run(text: string) {
      const code = text === '' ? null : (check?.(text) ?? null)
      if (code === null) return
      clearTimeout(timer.current)
      timer.current = setTimeout(() => void show(code), submitDelay)
    },
  }
}
