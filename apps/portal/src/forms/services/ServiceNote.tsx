import { Trans, useLingui } from '@lingui/react/macro'
import { signInTitleOf } from '@gatehouse/contract/identityProviderRow'
import { Button } from '@gatehouse/ui/Button'
import { Notice } from '@gatehouse/ui/Notice'
import { useEffect, useId } from 'react'
import type { ServiceLogInNote } from '../../context/logIn.ts'
import { usePortal } from '../../context/portal.ts'
import { logInAtService } from './logInAtService.ts'
import { useActions } from '../submit/useActions.ts'
import { ActionErrors } from '../../ui/feedback/ActionErrors.tsx'
import { SuccessNote } from '../../ui/feedback/SuccessNote.tsx'

/** On Log in: why a service did not log the player in, or what the log-in is for. */
export function ServiceNote({ note }: { readonly note: ServiceLogInNote }) {
  const { logIn } = usePortal()
  const service = signInTitleOf(note.service)
  useEffect(() => () => logIn.explain(null), [logIn])
  if (note.kind === 'service') return <Failure note={note} />
  return (
    <SuccessNote isPlain>
      <Trans>Log in to your account. Then you join {service} to it.</Trans>
    </SuccessNote>
  )
}

interface FailureProps {
  readonly note: Extract<ServiceLogInNote, { readonly kind: 'service' }>
}

function Failure({ note: { service, code, sentences } }: FailureProps) {
  const { t } = useLingui()
  const portal = usePortal()
  const { isBusy, errorsOf, act } = useActions<'again'>()
  const id = useId()
  const words = useWords(signInTitleOf(service))[code]
  return (
    <Notice>
      <div id={id} className="stack near">
        {words === undefined ? (
          sentences.map((sentence, place) => (
            // oxlint-disable-next-line react/no-array-index-key -- they never change
            <p key={place}>{typeof sentence === 'function' ? sentence() : sentence}</p>
          ))
        ) : (
          <p>{words}</p>
        )}
      </div>
      <br />
      <Button
        look="secondary"
        isBusy={isBusy('again')}
        aria-describedby={id}
        onClick={() => act('again', () => logInAtService(portal, service))}
      >
        {t`Try again`}
      </Button>
      <ActionErrors errors={errorsOf('again')} />
    </Notice>
  )
}

/** What happened at the service, and the way on. */
function useWords(service: string): Readonly<Record<string, string>> {
  const { t } = useLingui()
  return {
    ERROR_SERVICE_CANCELLED: t`You stopped it at ${service}. Nothing has changed. Try again, or log in another way.`,
    ERROR_SERVICE_DENIED: t`${service} did not confirm your account. Try again, or log in another way.`,
    ERROR_SERVICE_EXPIRED: t`Logging in with ${service} took too long, or began in another browser. Try again, or log in another way.`,
    ERROR_SERVICE_UNREACHABLE: t`${service} does not answer right now. Log in another way, or try again later.`,
    ERROR_REGISTER_NO_SUCCESS: t`Logging in with ${service} did not work. Try again, or log in another way.`,
    interrupted: t`Logging in with ${service} was interrupted. Try again, or log in another way.`,
  }
}
