import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { usePortal, useSettings } from '../../../context/portal.ts'
import { FormError, refusedItems } from '../../../forms/submit/FormError.ts'
import { useActions } from '../../../forms/submit/useActions.ts'
import { useCopy } from '../../../forms/submit/useCopy.ts'
import { Button } from '@gatehouse/ui/Button'
import { saveFile } from '@gatehouse/ui/saveFile'
import { DialogWithMessages } from '../../../ui/DialogWithMessages.tsx'
import { ActionErrors } from '../../../ui/feedback/ActionErrors.tsx'
import styles from './TwoStep.module.css'

interface Props {
  readonly made: MadeCodes
  /** They count now, or are given up for those from before. */
  readonly onDone: (count: number) => void
}

/** Codes that no other answer shows again, and what makes them count; an earlier server needs no seal. */
export interface MadeCodes {
  readonly codes: readonly string[]
  readonly seal: string | null | undefined
}

/**
 * The codes: nothing closes them before the player has stored them, and they count from then on. Who leaves
 * the page keeps those from before.
 */
export function RecoveryCodes({ made: { codes, seal }, onDone }: Props) {
  const { t } = useLingui()
  const { session } = usePortal()
  const { isBusy, errorsOf, act } = useActions<'keep'>()
  const { configuration } = useSettings()
  const copy = useCopy()
  const [isStored, setStored] = useState(false)
  const text = codes.join('\n')

  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    if (!isStored) addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isStored])

  const unreached = () => t`We could not reach our servers. Please try again in a moment.`

  function keep() {
    act('keep', async () => {
      if (seal) {
        await session.api('keepRecoveryCodes', { body: { Seal: seal } }).catch((error: unknown) => {
          // On an error page they would be gone, and the player has stored them.
          if (refusedItems(error) !== null) throw error
          throw new FormError({ Property: '', ErrorMessage: 'lost', words: unreached })
        })
      }
      onDone(codes.length)
    })
  }

  function download() {
    const name = `${configuration.RegisterStudioName}-recovery-codes.txt`
    saveFile(new Blob([`${text}\n`], { type: 'text/plain' }), name)
  }

  return (
    <DialogWithMessages
      title={<Trans>Your recovery codes</Trans>}
      needsAnswer={!isStored}
      onCancel={keep}
    >
      <p>
        <Trans>
          Each code works once, for when you do not have your device. You see them only now: keep
          them somewhere safe.
        </Trans>
      </p>
      <ol className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className="acts">
        <Button look="secondary" onClick={() => void copy(text)}>{t`Copy`}</Button>
        <Button look="secondary" onClick={download}>{t`Download`}</Button>
        <Button look="secondary" onClick={() => print()}>{t`Print`}</Button>
      </div>
      <label className="tick">
        <input
          type="checkbox"
          checked={isStored}
          onChange={({ currentTarget }) => setStored(currentTarget.checked)}
        />
        <span>{t`I have stored them`}</span>
      </label>
      <div className="acts">
        <Button disabled={!isStored} isBusy={isBusy('keep')} onClick={keep}>{t`Done`}</Button>
      </div>
      <ActionErrors errors={errorsOf('keep')} />
    </DialogWithMessages>
  )
}
