import type { Client } from '@gatehouse/client/client'
import { Trans, useLingui } from '@lingui/react/macro'
import { paths } from '@gatehouse/contract/routes'
import type { ReactNode } from 'react'
import { usePortal } from '../../context/portal.ts'
import { Drawing } from '../../ui/feedback/Drawing.tsx'
import { Isolated } from '../../ui/Isolated.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { mailboxOf } from './mailboxes.ts'
import { SendAgain } from './SendAgain.tsx'
import { type MailPurpose, sentMail } from './sentMail.ts'

interface Props {
  readonly purpose: MailPurpose
  /** The heading, and more about the mail than its address. */
  readonly intro: ReactNode
  /** How long its link works, and where else the mail may be. */
  readonly help: ReactNode
  /** Asks for the mail to an address once more. */
  readonly send: (api: Client, address: string) => Promise<unknown>
  /** The way to another address, or to a first mail where none is known in this tab. */
  readonly renderInstead: (isKnown: boolean) => ReactNode
}

/** Says where a visitor's mail went, and offers it once more. */
export function MailSent({ purpose, intro, help, send, renderInstead }: Props) {
  const { t } = useLingui()
  const { session, rules } = usePortal()
  const sentTo = sentMail.read(purpose)?.address
  const mailbox = rules.goesBeyondSpecification ? mailboxOf(sentTo) : undefined
  const address = <Isolated dir="ltr" of={sentTo} />
  return (
    <>
      {rules.goesBeyondSpecification && <Drawing name="letter" />}
      {intro}
      {sentTo !== undefined && (
        <p>
          <Trans>
            We sent it to <strong>{address}</strong>.
          </Trans>
        </p>
      )}
      <p>{help}</p>
      {mailbox && (
        <LinkButton href={mailbox.url} opensTab>
          {mailbox.name}
        </LinkButton>
      )}
      {/* The way on is in the mail, where its link is all that is needed. */}
      <LinkButton to={paths.login} look={rules.goesBeyondSpecification ? 'quiet' : 'primary'}>
        {t`Log in`}
      </LinkButton>
      <SendAgain purpose={purpose} send={(address) => send(session.api, address)} />
      <p>{renderInstead(sentTo !== undefined)}</p>
    </>
  )
}
