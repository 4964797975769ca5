import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { ErrorCode } from '@gatehouse/contract/errors'
import { paths } from '@gatehouse/contract/routes'
import { dateIn } from '../../i18n/formats.ts'
import { Link } from '../../router/Link.tsx'
import { ContactSupport } from './ContactSupport.tsx'
import type { FieldError } from './mapFieldErrors.ts'
import { useState } from 'react'

/** The refusals that a player cannot fix alone: a ban, and too many attempts. */
const isLock = /^(ERROR_)?(USER_BANNED|USER_IP_BANNED\w*|TOO_MANY_ATTEMPTS|LOGIN_BY_MAIL)$/i

const held: ErrorCode = 'ERROR_ACCOUNT_HELD'

/** Help for a player who is locked out: the reason, its end, and the support. */
export function RefusalHelp({ error }: { readonly error: Omit<FieldError, 'words'> }) {
  const { i18n, t } = useLingui()
  if (error.code === held) return <HoldEnd seconds={error.retryAfter ?? 0} />
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

/** When a change is possible again; nothing where the server does not say it. */
function HoldEnd({ seconds }: { readonly seconds: number }) {
  const { i18n, t } = useLingui()
  const [end] = useState(() => new Date(Date.now() + seconds * 1000))
  if (seconds === 0) return null
  const date = dateIn(i18n.locale, end, { dateStyle: 'long', timeStyle: 'short' })
  return <p>{t`The hold ends on ${date}.`}</p>
}
