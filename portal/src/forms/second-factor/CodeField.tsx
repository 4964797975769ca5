import { useLingui } from '@lingui/react/macro'
import type { SecondFactor } from '@gatehouse/contract/errorItems'
import { useEffect, useEffectEvent } from 'react'
import { TextField } from '../fields/TextField.tsx'
import { useFormField } from '../submit/formContext.ts'

/** The ways that take a typed code. */
export type CodeWay = Exclude<SecondFactor, 'passkey'>

interface Props {
  readonly way: CodeWay
  /** The player asked for this step: the field has the focus. */
  readonly isFirst?: boolean
  /** The form is sent by itself at the sixth digit. */
  readonly sendsItself?: boolean
}

/** The code of an app, or one of recovery: each is a field of its own. */
export function CodeField(props: Props) {
  return <OneWay key={props.way} {...props} />
}

function OneWay({ way, isFirst = false, sendsItself = false }: Props) {
  const { t } = useLingui()
  const { forgetErrors } = useFormField('Code')
  // The errors of one way's code are not about the other's.
  const forget = useEffectEvent(forgetErrors)
  useEffect(() => () => forget(), [])
  if (way === 'recovery-code') {
    return (
      <TextField
        name="Code"
        label={t`Recovery code`}
        autoComplete="off"
        autoCapitalize="characters"
        maxLength={40}
        enterKeyHint="go"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the player asked for this step
        autoFocus={isFirst}
      />
    )
  }
  return (
    <TextField
      name="Code"
      label={t`Code from your authenticator app`}
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={6}
      enterKeyHint="go"
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- the player asked for this step
      autoFocus={isFirst}
      onInput={({ currentTarget: { value, form } }) => {
        if (sendsItself && /^\d{6}$/.test(value)) form?.requestSubmit()
      }}
    />
  )
}
