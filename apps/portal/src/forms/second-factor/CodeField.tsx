import { useLingui } from '@lingui/react/macro'
import type { SecondFactor } from '@gatehouse/contract/errorItems'
import { type InputEvent, useEffect, useEffectEvent, useRef } from 'react'
import { TextField } from '../fields/TextField.tsx'
import { useFormField } from '../submit/formContext.ts'
import styles from './SecondFactor.module.css'

/** The ways that take a typed code. */
export type CodeWay = Exclude<SecondFactor, 'passkey'>

interface Props {
  readonly way: CodeWay
  /** The player asked for this step: the field has the focus. */
  readonly isFirst?: boolean
  /** The sixth digit sends the form. */
  readonly sendsItself?: boolean
}

/** The code of an app, or one of recovery: each has its own field. */
export function CodeField(props: Props) {
  return (
    <div className={styles.code}>
      <OneWay key={props.way} {...props} />
    </div>
  )
}

function OneWay({ way, isFirst = false, sendsItself = false }: Props) {
  const { t } = useLingui()
  const { forgetErrors, errors } = useFormField('Code')
  const first = isFirst ? '' : undefined
  const field = useRef<HTMLInputElement>(null)
  /** A code is sent without a press once: the player decides to try the same one again. */
  const sent = useRef('')
  // The errors of one way's code are not about the other's.
  const forget = useEffectEvent(forgetErrors)
  useEffect(() => () => forget(), [])
  // The next digit takes the place of the wrong code.
  const isWrong = errors.length > 0
  useEffect(() => {
    if (isWrong) field.current?.select()
  }, [isWrong])

  function send({ value, form }: HTMLInputElement) {
    if (!sendsItself || !/^\d{6}$/.test(value) || value === sent.current) return
    sent.current = value
    form?.requestSubmit()
  }

  if (way === 'recovery-code') {
    return (
      <TextField
        ref={field}
        data-first={first}
        name="Code"
        kind="code"
        label={t`Recovery code`}
        autoComplete="off"
        autoCapitalize="characters"
        enterKeyHint="go"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the player asked for this step
        autoFocus={isFirst}
      />
    )
  }
  return (
    <TextField
      ref={field}
      data-first={first}
      name="Code"
      kind="digits"
      label={t`Code from your authenticator app`}
      inputMode="numeric"
      autoComplete="one-time-code"
      enterKeyHint="go"
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- the player asked for this step
      autoFocus={isFirst}
      onInput={({ currentTarget, nativeEvent }: InputEvent<HTMLInputElement>) => {
        if (!nativeEvent.isComposing) send(currentTarget)
      }}
      onCompositionEnd={({ currentTarget }) => send(currentTarget)}
    />
  )
}
