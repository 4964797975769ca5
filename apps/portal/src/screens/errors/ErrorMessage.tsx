import { Trans, useLingui } from '@lingui/react/macro'
import { paths } from '@gatehouse/contract/routes'
import { type ReactNode, useId } from 'react'
import { LinkButton } from '../../ui/LinkButton.tsx'
import outcome from '../../ui/Outcome.module.css'
import styles from './ErrorMessage.module.css'

interface Props {
  /** Without one that of the specification. */
  readonly heading?: string | undefined
  /** A small scene above it. */
  readonly drawing?: ReactNode
  /** The reason, as far as it is known. */
  readonly reason: ReactNode
  /** The message of another party, in its own block; '' without one. */
  readonly message?: string
  /** Help, after the message. */
  readonly help?: ReactNode
  /** The way to try again; without one Home is the first. */
  readonly retry?: ReactNode
  /** Another way, after Home. */
  readonly beside?: ReactNode
  readonly children?: ReactNode
}

/** Takes the place of a page that cannot be shown, with the reason and the ways on. */
export function ErrorMessage({
  heading,
  drawing,
  reason,
  message = '',
  help,
  retry,
  beside,
  children,
}: Props) {
  const { t } = useLingui()
  const id = useId()
  return (
    <>
      {drawing}
      <h1>{heading ?? t`Ooops, something went wrong.`}</h1>
      {reason && <p className={styles.reason}>{reason}</p>}
      {message !== '' && (
        <section className="plate" aria-labelledby={id}>
          <h2 id={id}>{t`Message`}</h2>
          <p dir="auto">{message}</p>
        </section>
      )}
      {help}
      <div className={`acts ${outcome.ways}`}>
        {retry}
        <LinkButton href={paths.home} look={retry ? 'secondary' : 'primary'}>
          <Trans>Return to Home</Trans>
        </LinkButton>
        {beside}
      </div>
      {children}
    </>
  )
}
