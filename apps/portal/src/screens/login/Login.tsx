import { Trans, useLingui } from '@lingui/react/macro'
import type { Identification } from '@gatehouse/contract/entities'
import { paths, providerPath } from '@gatehouse/contract/routes'
import { useEffect, useState } from 'react'
import { ScreenScope } from '../../context/ScreenScope.tsx'
import { useRouter, useStep } from '../../router/router.ts'
import { usePortal, useSettings } from '../../context/portal.ts'
import { Link } from '../../router/Link.tsx'
import { lazyOptional } from '../../ui/feedback/lazyOptional.tsx'
import { whenIdle } from '../../ui/whenIdle.ts'
import styles from './Login.module.css'
import { byPartner } from '../../forms/identity/useIdentify.ts'
import { NameStep } from './NameStep.tsx'
import { OneStep } from './OneStep.tsx'
import { PartnerBeside } from './PartnerBeside.tsx'
import { ServicePlace } from '../../forms/services/ServicePlace.tsx'

// Few visits come with something to say.
const LoginNote = lazyOptional(async () => (await import('./LoginNote.tsx')).LoginNote, 'flows')
// Beside the form, and after it.
const PasskeySignIn = lazyOptional(async () => (await import('./PasskeySignIn.tsx')).PasskeySignIn)
// The second step, where the log-in has two.
const PasswordStep = lazyOptional(async () => (await import('./PasswordStep.tsx')).PasswordStep)
// Few accounts have a partner.
const PartnerStep = lazyOptional(
  async () => (await import('./PartnerStep.tsx')).PartnerStep,
  'flows',
)

/** The entry of the history in which the player says who it is; the first has no name. */
const proof = 'proof'

/** Each step has its entry in the history: Back at the second leads to the first, with its name. */
export function Login() {
  const portal = usePortal()
  const { signIn } = portal.rules
  const { history } = useRouter()
  const { t } = useLingui()
  const [found, setFound] = useState<Identification | null>(null)
  const hasProof = useStep() === proof
  // After a reload no player is known: the entry of the second step shows the first.
  const identified = hasProof ? found : null

  useEffect(() => {
    if (signIn !== 'in-one-step') whenIdle(() => PasswordStep.preload().catch(() => undefined))
  }, [signIn])

  async function identify(next: Identification) {
    await (next.AuthType === byPartner ? PartnerStep : PasswordStep).preload()
    // Back at the second step meanwhile, the player stays with whom it knows.
    if (!portal.isCurrent()) return
    setFound(next)
    portal.go(history.read().href, { step: proof, replace: hasProof })
  }
  const [note] = useState(portal.logIn.note)

  function startOver() {
    portal.logIn.begin('')
    for (const form of ['login', 'login-name']) portal.drafts.forget(form)
    setFound(null)
    history.back()
  }

  return (
    <>
      {note !== null && identified === null && <LoginNote note={note} />}
      {identified === null ? (
        <ScreenScope key="name">
          <ServicePlace isFirst />
          {signIn === 'in-one-step' ? (
            <OneStep isRepeated={found !== null || hasProof} onIdentify={identify} />
          ) : (
            <NameStep isRepeated={found !== null || hasProof} onIdentify={identify} />
          )}
          <Passkeys hasNameField />
          <ServicePlace />
        </ScreenScope>
      ) : (
        <ScreenScope key="proof">
          {identified.AuthType === byPartner ? (
            <PartnerStep identified={identified} onStartOver={startOver} />
          ) : (
            <>
              <PasswordStep identified={identified} onStartOver={startOver} />
              <Passkeys />
              <PartnerBeside identified={identified} />
            </>
          )}
        </ScreenScope>
      )}
      <nav className={`acts apart ${styles.ways}`} aria-label={t`Other ways`}>
        {identified?.AuthType !== byPartner && (
          <Link to={paths.passwordRecovery}>{t`Lost your password?`}</Link>
        )}
        <Link to={paths.register}>{t`Create an account`}</Link>
        <BackToSite />
      </nav>
    </>
  )
}

/** Back to the site that waits for the log-in, which then hears that its visitor said no. */
function BackToSite() {
  const { rules } = useSettings()
  const { returnTo } = usePortal()
  const page = returnTo.read('redirectUrl')
  if (!rules.goesBeyondSpecification || !page.startsWith(`${providerPath}/interaction/`))
    return null
  return (
    <a href={`${page}${page.includes('?') ? '&' : '?'}refused`}>
      <Trans>Back to the site</Trans>
    </a>
  )
}

/** The other way to log in, where it is offered. Its place is kept until it is there. */
function Passkeys({ hasNameField = false }) {
  const { rules } = useSettings()
  if (!rules.offersStrongSignIn) return null
  return (
    <div className={`stack ${styles.passkeys}`}>
      <PasskeySignIn hasNameField={hasNameField} />
    </div>
  )
}
