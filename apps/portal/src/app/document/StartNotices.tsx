import { Trans, useLingui } from '@lingui/react/macro'
import { paths } from '@gatehouse/contract/routes'
import type { ReactNode } from 'react'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { Wordmark } from '../../ui/Wordmark.tsx'
import messageStyles from '../../screens/errors/ErrorMessage.module.css'
import outcome from '../../ui/Outcome.module.css'
import layoutStyles from '../layouts/CentredLayout.module.css'

interface Props {
  readonly studio: string
}

/** In place of a portal that cannot run. */
export function ScriptNotice({ studio }: Props) {
  return (
    <noscript>
      <div className={layoutStyles.page}>
        <Header studio={studio} />
        <Message
          title={<Trans>JavaScript is switched off</Trans>}
          reason={
            <Trans>
              This site needs it. Please switch it on in your browser and load the page again.
            </Trans>
          }
        />
      </div>
    </noscript>
  )
}

/**
 * Seen when the portal does not start in its place: see `late` in elements.css. The frame hides it
 * with its art, which a browser would fetch for the page itself.
 */
export function LateNotice({ studio }: Props) {
  const { t } = useLingui()
  return (
    <div id="late" className="late" role="alert">
      <div className={layoutStyles.page}>
        <Header studio={studio} />
        <Message
          title={<Trans>Ooops, something went wrong.</Trans>}
          reason={
            <Trans>
              This page could not start. Please check your connection and try again. If that does
              not help, your browser may be too old for it.
            </Trans>
          }
        >
          <LinkButton href={paths.home} look="secondary">{t`Return to Home`}</LinkButton>
        </Message>
      </div>
    </div>
  )
}

function Header({ studio }: Props) {
  return (
    <header>
      <Wordmark name={studio} badge="" />
    </header>
  )
}

interface MessageProps {
  readonly title: ReactNode
  readonly reason: ReactNode
  /** Ways on, besides another try. */
  readonly children?: ReactNode
}

function Message({ title, reason, children }: MessageProps) {
  const { t } = useLingui()
  return (
    <main>
      <h1>{title}</h1>
      <p className={messageStyles.reason}>{reason}</p>
      <div className={`acts ${outcome.ways}`}>
        <LinkButton href="">{t`Try again`}</LinkButton>
        {children}
      </div>
    </main>
  )
}
