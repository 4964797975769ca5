import { useLingui } from '@lingui/react/macro'
import { paths } from '@gatehouse/contract/routes'
import { useState } from 'react'
import { dateIn } from '../../../i18n/formats.ts'
import { useQuery } from '../../../router/router.ts'
import { LinkButton } from '../../../ui/LinkButton.tsx'
import outcome from '../../../ui/Outcome.module.css'

/** After a deletion: the account is gone, or will be. */
export function ConfirmDeletion() {
  // In the address, so that a reload says the same.
  const until = new Date(useQuery()['until'] ?? Number.NaN)
  return Number.isNaN(until.getTime()) ? <Gone /> : <Waiting until={until} />
}

function Gone() {
  const { t } = useLingui()
  return (
    <>
      <h1>{t`Your account has been successfully deleted.`}</h1>
      <p>{t`Thank you for the time you played with us.`}</p>
      <p>
        <LinkButton to={paths.home}>{t`Return to homepage`}</LinkButton>
      </p>
    </>
  )
}

function Waiting({ until }: { readonly until: Date }) {
  const { i18n, t } = useLingui()
  const [isOver] = useState(() => until.getTime() <= Date.now())
  const date = dateIn(i18n.locale, until, { dateStyle: 'long', timeStyle: 'short' })
  return (
    <>
      <h1>
        {isOver
          ? t`Your account was to be deleted on ${date}.`
          : t`Your account will be deleted on ${date}.`}
      </h1>
      {isOver ? (
        <p>{t`If you logged in before then, you still have it.`}</p>
      ) : (
        <>
          <p>{t`You are logged out everywhere. A mail with this date is on its way to you.`}</p>
          <p>{t`Log in before then to keep it.`}</p>
        </>
      )}
      <div className={`acts ${outcome.ways}`}>
        <LinkButton to={paths.home}>{t`Return to homepage`}</LinkButton>
        <LinkButton look="secondary" to={paths.login}>
          {isOver ? t`Log in` : t`Log in and keep it`}
        </LinkButton>
      </div>
    </>
  )
}
