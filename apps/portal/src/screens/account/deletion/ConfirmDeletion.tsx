import { useLingui } from '@lingui/react/macro'
import { paths } from '@gatehouse/contract/routes'
import { dateIn } from '../../../i18n/formats.ts'
import { useQuery } from '../../../router/router.ts'
import { LinkButton } from '../../../ui/LinkButton.tsx'

/** After a deletion: the account is gone, or will be. */
export function ConfirmDeletion() {
  const { i18n, t } = useLingui()
  // In the address, so that a reload says the same.
  const until = new Date(useQuery()['until'] ?? Number.NaN)
  const isGone = Number.isNaN(until.getTime())
  const date = isGone ? '' : dateIn(i18n.locale, until, { dateStyle: 'long', timeStyle: 'short' })
  return (
    <>
      <h1>
        {isGone
          ? t`Your account has been successfully deleted.`
          : t`Your account will be deleted on ${date}.`}
      </h1>
      {isGone ? (
        <p>{t`Thank you for the time you played with us.`}</p>
      ) : (
        <p>{t`Log in before then to keep it.`}</p>
      )}
      <p>
        <LinkButton to={paths.home}>{t`Return to homepage`}</LinkButton>
      </p>
    </>
  )
}
