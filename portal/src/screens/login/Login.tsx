import { Trans, useLingui } from '@lingui/react/macro'
import type { Identification } from '@gatehouse/contract/entities'
import { paths } from '@gatehouse/contract/routes'
import { useState } from 'react'
import { usePortal } from '../../context/portal.ts'
import { Link } from '../../ui/Link.tsx'
import styles from './Login.module.css'
import { byPartner } from './byPartner.ts'
import { NameStep } from './NameStep.tsx'
import { OneStep } from './OneStep.tsx'
import { PartnerStep } from './PartnerStep.tsx'
import { PasswordStep } from './PasswordStep.tsx'

export function Login() {
  const portal = usePortal()
  const { t } = useLingui()
  const [identified, identify] = useState<Identification | null>(null)
  const [wasRefused, setRefused] = useState(false)

  function startOver() {
    portal.pageState.update({ username: '' })
    setRefused(true)
    identify(null)
  }

  return (
    <>
      {identified === null ? (
        portal.rules.signIn === 'in-one-step' ? (
          <OneStep isRepeated={wasRefused} onIdentify={identify} />
        ) : (
          <NameStep isRepeated={wasRefused} onIdentify={identify} />
        )
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
