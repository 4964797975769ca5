import { mailOutcome } from '../../context/mailOutcome.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ErrorCode } from '@gatehouse/contract/errors'
import { isolate } from '../../i18n/isolate.ts'
import { paths } from '@gatehouse/contract/routes'
import { useState } from 'react'
import { refusedItems } from '../../forms/submit/FormError.ts'
import { useActions } from '../../forms/submit/useActions.ts'
import { useNotify } from '../../context/Place.tsx'
import { usePortal, useSettings } from '../../context/portal.ts'
import { AskForMail } from '../../forms/mail/AskForMail.tsx'
import { useSentAddress } from '../../forms/mail/useSentAddress.ts'
import { Button } from '@gatehouse/ui/Button'
import { ActionErrors } from '../../ui/feedback/ActionErrors.tsx'
import { Link } from '../../router/Link.tsx'
import { focusOnce } from '../../ui/focusHeading.ts'
import { Isolated } from '../../ui/Isolated.tsx'

const unknown: ErrorCode = 'ERROR_EMAIL_RECOVERY_NOTEXISTS'

/** Another link of a registration: by a dead one, or to an address that the visitor types. */
export function SendConfirmation() {
  const { rules } = useSettings()
  const deadLink = mailOutcome.deadLink()
  const address = useSentAddress('confirmation')
  const [isByLink, setByLink] = useState(
    rules.goesBeyondSpecification && deadLink !== '' && address === '',
  )
  return isByLink ? (
    <SendByLink link={deadLink} onRefused={() => setByLink(false)} />
  ) : (
    <SendToAddress address={address} />
  )
}

interface ByLinkProps {
  readonly link: string
  /** The server no longer knows the link: the visitor has to type the address. */
  readonly onRefused: () => void
}

/** The server knows the address of the dead link: the visitor need not type it. */
function SendByLink({ link, onRefused }: ByLinkProps) {
  const { session } = usePortal()
  const notify = useNotify()
  const { t } = useLingui()
  const [sentTo, setSentTo] = useState<string | null>(null)
  const address = <Isolated dir="ltr" of={sentTo} />
  const { isBusy, errorsOf, act } = useActions<'link'>()

  const sentWords = (address: string) => t`We sent another mail to ${address}.`

  async function send() {
    try {
      const { Email } = await session.api('renewConfirmation', { body: { Uid: link } })
      mailOutcome.noteDeadLink('')
      setSentTo(Email)
      notify(() => sentWords(isolate(Email)))
    } catch (error) {
      const items = refusedItems(error) ?? []
      if (!items.some(({ ErrorMessage }) => ErrorMessage === unknown)) throw error
      mailOutcome.noteDeadLink('')
      onRefused()
    }
  }

  return (
    <>
      <h1>{t`A new confirmation link`}</h1>
      {sentTo === null ? (
        <>
          <p>{t`We send it where the old one went.`}</p>
          <div>
            <Button isBusy={isBusy('link')} onClick={() => act('link', send)}>
              <Trans>Send a new link</Trans>
            </Button>
          </div>
          <ActionErrors errors={errorsOf('link')} />
        </>
      ) : (
        <p tabIndex={-1} ref={focusOnce}>
          <Trans>
            We sent it to <strong>{address}</strong>.
          </Trans>
        </p>
      )}
      <p>
        <Link to={paths.home}>{t`Return to Home`}</Link>
      </p>
    </>
  )
}

function SendToAddress({ address }: { readonly address: string }) {
  const { t } = useLingui()
  return (
    <>
      <h1>{t`A new confirmation link`}</h1>
      <AskForMail
        name="send-confirmation"
        purpose="confirmation"
        address={address}
        hint={t`The address you registered with.`}
        send={(api, Email) => api('sendConfirmationEmail', { body: { Email } })}
        next={paths.registerConfirm}
      />
      <p>
        <Link to={paths.home}>{t`Return to Home`}</Link>
      </p>
    </>
  )
}
