import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { paths } from '@gatehouse/contract/routes'
import { useEffect } from 'react'
import type { LogInNote as Note, ServiceLogInNote } from '../../context/logIn.ts'
import { usePortal, useSettings } from '../../context/portal.ts'
import { useWording } from '../../context/useWording.ts'
import { Link } from '../../router/Link.tsx'
import type { Ending } from '../../session/session.ts'
import { lazyOptional } from '../../ui/feedback/lazyOptional.tsx'
import { SuccessNote } from '../../ui/feedback/SuccessNote.tsx'

// Of deployments that log in with services.
const ServiceNote = lazyOptional(
  async () => (await import('../../forms/services/ServiceWays.tsx')).ServiceNote,
  'services',
)

/** The reason for the log-in. It is said once, and not at the next visit. */
export function LoginNote({ note }: { readonly note: Note }) {
  const { logIn } = usePortal()
  useEffect(() => () => logIn.explain(null), [logIn])
  if (note.kind === 'service' || note.kind === 'join') return <ServiceNote note={note} />
  const isPlain = ['wanted', 'ended', 'stopped-at-partner'].includes(note.kind)
  return (
    <SuccessNote isPlain={isPlain}>
      <Words note={note} />
    </SuccessNote>
  )
}

function Words({ note }: { readonly note: Exclude<Note, ServiceLogInNote> }) {
  const { t } = useLingui()
  const word = useWording()
  const { PartnerName } = useSettings().configuration
  if (note.kind === 'ended') return <EndedWords ending={note.ending} />
  if (note.kind === 'wanted') return t`Log in to see ${{ section: word(note.title) }}`
  if (note.kind === 'password-set') return t`Your password is changed. Log in with the new one.`
  if (note.kind === 'confirmed') return t`Your email is confirmed. Log in and play.`
  if (note.kind === 'confirmed-before') return t`This address is confirmed already. Log in.`
  if (note.kind === 'opened') return t`Your account is open again. Log in and play.`
  return PartnerName === ''
    ? t`You stopped it there. You are not logged in.`
    : t`You stopped it at ${PartnerName}. You are not logged in.`
}

/** Why the session is over, as far as our servers know it. */
function EndedWords({ ending }: { readonly ending: Ending }) {
  const { t } = useLingui()
  const { passwordRecovery, hasSecuritySection } = useSettings().rules
  const { Why, Days } = ending === 'here' ? { Why: 'over' as const } : { Days: 0, ...ending }
  if (Why === 'frozen') {
    return (
      <>
        <Trans>Your account is frozen. The link in our mail lets you back in.</Trans>{' '}
        {hasSecuritySection && (
          <Link to={paths.accountSafetyAsk} query="?for=unfreeze">{t`Send me a new link`}</Link>
        )}
      </>
    )
  }
  if (Why === 'unfrozen') return t`Your account is open again. Log in and play.`
  if (Why === 'idle' && Days) {
    return t`${plural(Days, {
      one: 'You were logged out after # day without a visit.',
      other: 'You were logged out after # days without a visit.',
    })}`
  }
  if (Why !== 'elsewhere') return t`You were logged out. Log in again.`
  return (
    <>
      <Trans>You were logged out from another device.</Trans>{' '}
      {hasSecuritySection ? (
        <Link to={paths.accountSafetyAsk}>{t`Not you? Secure your account.`}</Link>
      ) : (
        passwordRecovery === 'open' && (
          <Link to={paths.passwordRecovery}>{t`Not you? Secure your account.`}</Link>
        )
      )}
    </>
  )
}
