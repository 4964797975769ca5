import { Trans, useLingui } from '@lingui/react/macro'
import type { AnswerOf } from '@gatehouse/contract/calls'
import { generate } from 'lean-qr'
import { useState } from 'react'
import { TextField } from '../../../forms/fields/TextField.tsx'
import { Form } from '../../../forms/submit/Form.tsx'
import { Button } from '@gatehouse/ui/Button'
import { CancelButton } from '../../../ui/CancelButton.tsx'
import { DialogWithMessages } from '../../../ui/DialogWithMessages.tsx'
import { useCopy } from '../../../forms/submit/useCopy.ts'
import { type MadeCodes, RecoveryCodes } from './RecoveryCodes.tsx'
import styles from './TwoStep.module.css'

interface Props {
  readonly begun: AnswerOf<'startAuthenticator'>
  /** The app was added. */
  readonly onAdded: (id: number, name: string) => void
  /** It counts, and so many codes that came with it; null where none came. */
  readonly onKept: (name: string, codes: number | null) => void
  /** The player has seen everything. */
  readonly onClose: () => void
}

/** Shows the key to an app, asks for the app's first code, and shows the codes of recovery. */
export function AddApp({ begun, onAdded, onKept, onClose }: Props) {
  const { t } = useLingui()
  const [made, setMade] = useState<(MadeCodes & { readonly name: string }) | null>(null)
  if (made !== null) {
    const done = (codes: number) => {
      onKept(made.name, codes)
      onClose()
    }
    return <RecoveryCodes made={made} onDone={done} />
  }
  return (
    <DialogWithMessages title={<Trans>Add an authenticator app</Trans>} onCancel={onClose}>
      <h3>{t`Scan this with your app`}</h3>
      <QrCode text={begun.Uri} label={t`QR code for your authenticator app`} />
      <TypedKey secret={begun.Secret} />
      <h3>{t`Enter the code that it shows`}</h3>
      <Form
        name="add-app"
        submitLabel={<Trans>Confirm</Trans>}
        beside={<CancelButton onClick={onClose} />}
        onSubmit={async ({ values, api }) => {
          const typed = { Code: values.text('Code'), Name: values.text('Name') }
          const body = { Id: begun.Id, ...typed, CodesWait: true }
          const { RecoveryCodes: codes, Seal: seal } = await api('confirmAuthenticator', { body })
          onAdded(begun.Id, typed.Name)
          if (codes === null) {
            onKept(typed.Name, null)
            onClose()
          } else {
            setMade({ codes, seal, name: typed.Name })
          }
        }}
      >
        <TextField
          name="Code"
          kind="digits"
          label={t`Code`}
          inputMode="numeric"
          autoComplete="one-time-code"
          enterKeyHint="next"
        />
        <TextField
          name="Name"
          label={t`Name of the app`}
          defaultValue={t`Authenticator app`}
          autoComplete="off"
          autoCapitalize="sentences"
          maxLength={40}
          enterKeyHint="go"
        />
      </Form>
    </DialogWithMessages>
  )
}

/** The key for an app that cannot scan, in groups of four. */
function TypedKey({ secret }: { readonly secret: string }) {
  const { t } = useLingui()
  const copy = useCopy()
  return (
    <details className={styles.key}>
      <summary>{t`Cannot scan it?`}</summary>
      <p>{t`Type this key into your app.`}</p>
      <p>
        <code>{secret.match(/.{1,4}/g)?.join(' ')}</code>
      </p>
      <Button look="secondary" onClick={() => void copy(secret)}>{t`Copy`}</Button>
    </details>
  )
}

/** Dark on light in every theme, with a rim: cameras need both. */
function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const code = generate(text)
  const rim = 4
  const side = code.size + 2 * rim
  const modules: string[] = []
  for (let y = 0; y < code.size; y += 1) {
    for (let x = 0; x < code.size; x += 1) {
      if (code.get(x, y)) modules.push(`M${x + rim} ${y + rim}h1v1h-1z`)
    }
  }
  return (
    <svg
      className={styles.qr}
      viewBox={`0 0 ${side} ${side}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path fill="#fff" d={`M0 0h${side}v${side}H0z`} />
      <path fill="#000" d={modules.join('')} />
    </svg>
  )
}
