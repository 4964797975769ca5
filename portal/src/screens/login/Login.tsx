import { Trans, useLingui } from '@lingui/react/macro'
import type { Identification } from '@gatehouse/contract/entities'
import { paths } from '@gatehouse/contract/routes'
import { useEffect, useState } from 'react'
import { usePortal } from '../../context/portal.ts'
import { Done } from '../../ui/feedback/Done.tsx'
import { Link } from '../../ui/Link.tsx'
import styles from './Login.module.css'
import { NameStep } from './NameStep.tsx'
import { OneStep } from './OneStep.tsx'
import { PartnerStep } from './PartnerStep.tsx'
import { PasswordStep } from './PasswordStep.tsx'

/** The type of an account that its partner authenticates. */
const byPartner = 2

export function Login() {
  const portal = usePortal()
  const { t } = useLingui()
  const [identified, identify] = useState<Identification | null>(null)
  const [wasRefused, setRefused] = useState(false)
  const hasConfirmedEmail = useConfirmedEmail()

  function startOver() {
    portal.pageState.update({ username: '' })
    setRefused(true)
    identify(null)
  }

  return (
    <>
      {hasConfirmedEmail && identified === null && (
        <Done>
          <Trans>Your email is confirmed. Log in and play.</Trans>
        </Done>
      )}
      {portal.rules.signIn === 'in-one-step' ? (
        <OneStep />
      ) : identified === null ? (
        <NameStep isRepeated={wasRefused} onIdentify={identify} />
      ) : identified.AuthType === byPartner ? (
        <PartnerStep identified={identified} onStartOver={startOver} />
      ) : (
        <PasswordStep identified={identified} onStartOver={startOver} />
      )}
      <nav className={styles.ways} aria-label={t`Other ways`}>
        <Link to={paths.passwordRecovery}>
          <Trans>Lost your password?</Trans>
        </Link>
        <Link to={paths.register}>
          <Trans>Create an account</Trans>
        </Link>
      </nav>
    </>
  )
}

/** Whether the link of a mail led here; said once, and not at the next visit. */
function useConfirmedEmail(): boolean {
  const { pageState } = usePortal()
  const [hasConfirmed] = useState(pageState.current.hasConfirmedEmail)
  useEffect(() => () => pageState.update({ hasConfirmedEmail: false }), [pageState])
  return hasConfirmed
}
