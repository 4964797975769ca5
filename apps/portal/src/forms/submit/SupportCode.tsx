import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { usePortal } from '../../context/portal.ts'
import { useRouter } from '../../router/router.ts'
import { Button } from '@gatehouse/ui/Button'
import { Notice } from '@gatehouse/ui/Notice'
import styles from './SupportCode.module.css'
import { useCopy } from './useCopy.ts'
import { sentencesOf, useRefusal } from './useRefusal.ts'

/** A failure with its note, which the server has sealed, and the screen on which it happened. */
export interface SupportNote {
  readonly note: string
  /** That of now without one. */
  readonly screen?: string
}

/** Offers a code by which the support reads why something failed. The server keeps nothing before. */
export function SupportCode({ note, screen }: SupportNote) {
  const { i18n, t } = useLingui()
  const { session, fail } = usePortal()
  const { history } = useRouter()
  const refusalOf = useRefusal()
  const [isBusy, setBusy] = useState(false)
  const [refused, setRefused] = useState<readonly (() => string)[]>([])
  const copy = useCopy()
  const [code, setCode] = useState('')
  const read = useRef('')
  const offer = useRef<HTMLDivElement>(null)
  const shown = useRef<HTMLElement>(null)

  // The button that was pressed is gone.
  useEffect(() => void (code !== '' && shown.current?.focus()), [code])

  // Read before the press: a refusal of the code itself is not meant.
  useEffect(() => void (read.current = wordsBeside(offer.current)), [])

  async function make() {
    const body = {
      Incident: note,
      Screen: screen ?? history.read().pathname,
      Language: i18n.locale,
      Read: read.current,
    }
    setBusy(true)
    setRefused([])
    try {
      const { Code } = await session.api('makeSupportCode', { body })
      setCode(Code)
    } catch (error) {
      const refusal = await refusalOf(error)
      if (refusal === null) fail(error)
      else setRefused(sentencesOf(refusal))
    }
    setBusy(false)
  }

  if (code === '') {
    return (
      <div ref={offer} className={styles.offer}>
        <Button look="quiet" isBusy={isBusy} onClick={() => void make()}>
          <Trans>Get a support code</Trans>
        </Button>
        {refused.map((words) => (
          <Notice key={words()}>{words()}</Notice>
        ))}
      </div>
    )
  }
  return (
    <section className={styles.shown} ref={shown} tabIndex={-1} aria-label={t`Your support code`}>
      <p className="acts">
        <code className={styles.code} dir="ltr">
          {code}
        </code>
        <Button look="secondary" onClick={() => void copy(code)}>{t`Copy`}</Button>
      </p>
      <p>
        <Trans>
          Give this code to our support. It tells them what went wrong, and nothing secret.
        </Trans>
      </p>
    </section>
  )
}

/** The most signs of them that are sent. */
const longest = 500

/**
 * The sentences that the screen shows about the failure, in its own words, which can differ from those
 * of the catalogue: errors of the form or of the button, or else the page itself.
 */
function wordsBeside(offer: HTMLElement | null): string {
  const place = offer?.closest('form') ?? offer?.parentElement
  const sentences = (selector: string) =>
    [...(place?.querySelectorAll(selector) ?? [])]
      .map(({ textContent }) => textContent.replaceAll(/[\s\p{C}]+/gu, ' ').trim())
      .filter(Boolean)
  const errors = sentences('[role="alert"] p, [aria-live] > p')
  return (errors.length > 0 ? errors : sentences('h1, p')).join(' ').slice(0, longest).trim()
}
