import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { useSettings } from '../../../context/portal.ts'
import { useCopy } from '../../../forms/submit/useCopy.ts'
import { Button } from '@gatehouse/ui/Button'
import { saveFile } from '@gatehouse/ui/saveFile'
import { Dialog } from '../../../ui/Dialog.tsx'
import styles from './TwoStep.module.css'

interface Props {
  readonly codes: readonly string[]
  readonly onDone: () => void
}

/** The codes, which no other answer shows again: nothing closes them before the player has stored them. */
export function RecoveryCodes({ codes, onDone }: Props) {
  const { t } = useLingui()
  const { configuration } = useSettings()
  const copy = useCopy()
  const [isStored, setStored] = useState(false)
  const text = codes.join('\n')

  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    if (!isStored) addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isStored])

  function download() {
    const name = `${configuration.RegisterStudioName}-recovery-codes.txt`
    saveFile(new Blob([`${text}\n`], { type: 'text/plain' }), name)
  }

  return (
    <Dialog title={<Trans>Your recovery codes</Trans>} needsAnswer={!isStored} onCancel={onDone}>
      <p>
        <Trans>
          Each code gets you in once, when you do not have your device. They are shown only now:
          keep them where nobody else looks.
        </Trans>
      </p>
      <ol className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className={styles.actions}>
        <Button look="secondary" onClick={() => void copy(text)}>{t`Copy`}</Button>
        <Button look="secondary" onClick={download}>{t`Download`}</Button>
        <Button look="secondary" onClick={() => print()}>{t`Print`}</Button>
      </div>
      <label className={styles.stored}>
        <input
          type="checkbox"
          checked={isStored}
          onChange={({ currentTarget }) => setStored(currentTarget.checked)}
        />
        <span>{t`I have stored them`}</span>
      </label>
      <div className={styles.actions}>
        <Button disabled={!isStored} onClick={onDone}>{t`Done`}</Button>
      </div>
    </Dialog>
  )
}
