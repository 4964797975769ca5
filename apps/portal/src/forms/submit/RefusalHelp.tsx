import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { ErrorCode } from '@gatehouse/contract/errors'
import { paths } from '@gatehouse/contract/routes'
import { dateIn } from '../../i18n/formats.ts'
import { Link } from '../../router/Link.tsx'
import { ContactSupport } from './ContactSupport.tsx'
import type { FieldError } from './mapFieldErrors.ts'

/** The refusals that a player cannot fix alone: a ban, and too many attempts. */
const isLock = /^(ERROR_)?(USER_BANNED|USER_IP_BANNED\w*|TOO_MANY_ATTEMPTS|LOGIN_BY_MAIL)$/i

/** Help for a player who is locked out: the reason, its end, and the support. */
export function RefusalHelp({ error }: { readonly error: Omit<FieldError, 'words'> }) {
  const { i18n, t } = useLingui()
  if (!isLock.test(error.code)) return null
  const { Reason: reason = null, Until = null } = error.ban ?? {}
  const until = new Date(Until ?? Number.NaN)
  const end = Number.isNaN(until.getTime())
    ? ''
    : dateIn(i18n.locale, until, { dateStyle: 'long', timeStyle: 'short' })
  const minutes = Math.ceil((error.retryAfter ?? 0) / 60)
  return (
    <>
      {error.code === ('ERROR_LOGIN_BY_MAIL' satisfies ErrorCode) && (
        <p>
          <Link to={paths.passwordRecovery}>{t`Choose a new password by mail`}</Link>
        </p>
      )}
      {reason && (
        <p dir="auto">
          {/* Beside the words, not in them: those would take its tags away. */}
          <Trans>Reason:</Trans> {reason}
        </p>
      )}
      {end !== '' && <p>{t`The ban ends on ${end}.`}</p>}
      {minutes > 0 && (
        <p>
          <Plural
            value={minutes}
            one="You can try again in # minute."
            other="You can try again in # minutes."
          />
        </p>
      )}
      <ContactSupport />
    </>
  )
}
