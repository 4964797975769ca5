import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { RecoveryProof } from '@gatehouse/contract/activity'
import type { AnswerOf } from '@gatehouse/contract/calls'
import { isIdentityProvider } from '@gatehouse/contract/identityProviderNames'
import { signInTitleOf } from '@gatehouse/contract/identityProviderRow'
import { bounds } from '@gatehouse/contract/limits'
import { paths } from '@gatehouse/contract/routes'
import { Button } from '@gatehouse/ui/Button'
import { useState } from 'react'
import { usePortal } from '../../context/portal.ts'
import { PasswordField } from '../../forms/fields/PasswordField.tsx'
import { recoverAtService } from '../../forms/services/logInAtService.ts'
import { Form } from '../../forms/submit/Form.tsx'
import { useActions } from '../../forms/submit/useActions.ts'
import { dateIn } from '../../i18n/formats.ts'
import { ActionErrors } from '../../ui/feedback/ActionErrors.tsx'
import { SuccessNote } from '../../ui/feedback/SuccessNote.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import outcome from '../../ui/Outcome.module.css'
import { OutcomeHeading } from './OutcomeHeading.tsx'
import { type LinkProps, NumberField } from './proofs.tsx'

type Case = Pick<NonNullable<AnswerOf<'readSafetyLink'>['Recovery']>, 'Have' | 'DueAt'>

/** Takes the proofs of a player who has lost every second factor, until there are two. */
export function AddProofs({ token, link }: LinkProps) {
  const { t } = useLingui()
  const [proven, setProven] = useState<Case>(link.Recovery ?? { Have: [], DueAt: null })
  const { MayPassword = false, Services = [], WaitDays = 0 } = link.Recovery ?? {}
  if (proven.DueAt !== null) return <Waits due={proven.DueAt} />
  const { Have } = proven
  const needsNumber = link.NeedsNumber && Have.length === (link.Recovery?.Have.length ?? 0)
  const asksPassword = MayPassword && !Have.includes('password')
  const services = Have.includes('service') ? [] : Services
  return (
    <>
      <h1>{t`Get back in without your second step`}</h1>
      <p>
        <Plural
          value={WaitDays}
          one="This takes # day, so that you can stop it if it is not you."
          other="This takes # days, so that you can stop it if it is not you."
        />
      </p>
      <Proofs have={Have} />
      {(needsNumber || asksPassword || Have.length === 0) && (
        <Form
          name="recovery-proof"
          submitLabel={<Trans>Go on</Trans>}
          onSubmit={async ({ values, api }) => {
            const Number = needsNumber ? values.text('Number') : ''
            const Password = asksPassword ? values.text('Password') : ''
            setProven(await api('addRecoveryProof', { body: { Link: token, Number, Password } }))
          }}
        >
          {needsNumber && <NumberField />}
          {asksPassword && (
            <PasswordField
              name="Password"
              label={t`Your password`}
              autoComplete="current-password"
              enterKeyHint="go"
            />
          )}
        </Form>
      )}
      {services.length > 0 && <ByServices token={token} services={services} />}
      <p className="quiet">
        {t`A browser in which you last logged in 30 days ago or earlier is a proof, too: open the link of our mail there.`}
      </p>
    </>
  )
}

/** What is proven, of what is needed. */
function Proofs({ have }: { readonly have: readonly RecoveryProof[] }) {
  const { t } = useLingui()
  const words: Readonly<Record<RecoveryProof, string>> = {
    mailbox: t`Your email address`,
    password: t`Your password`,
    service: t`An account that you have linked`,
    'old-address': t`An earlier email address`,
    browser: t`A browser that you have used for long`,
  }
  const count = have.length
  const needed = bounds.recoveryProofs.min
  return (
    <div className="plate stack near" role="status">
      <p>{t`You have ${count} of ${needed} proofs.`}</p>
      {count > 0 && (
        <ul>
          {have.map((proof) => (
            <li key={proof}>{words[proof]}</li>
          ))}
        </ul>
      )}
    </div>
  )
}

interface ByServicesProps {
  readonly token: string
  readonly services: readonly string[]
}

function ByServices({ token, services }: ByServicesProps) {
  const { t } = useLingui()
  const portal = usePortal()
  const { isBusy, errorsOf, act } = useActions<string>()
  return (
    <div className="stack near">
      <p>{t`Or prove it with an account that you have linked:`}</p>
      {services.filter(isIdentityProvider).map((service) => (
        <div key={service} className="stack near">
          <ActionErrors errors={errorsOf(service)} />
          <Button
            look="secondary"
            isBusy={isBusy(service)}
            onClick={() => act(service, () => recoverAtService(portal, service, token))}
          >
            {signInTitleOf(service)}
          </Button>
        </div>
      ))}
    </div>
  )
}

function Waits({ due }: { readonly due: string }) {
  const { i18n, t } = useLingui()
  const date = dateIn(i18n.locale, due, { dateStyle: 'long', timeStyle: 'short' })
  return (
    <>
      <OutcomeHeading>{t`Now you wait`}</OutcomeHeading>
      <SuccessNote>{t`We have told every address of this account. On ${date} you get a mail.`}</SuccessNote>
      <p>{t`Did a passkey, an app or a recovery code turn up? Log in with it, and this is stopped.`}</p>
      <div className={`acts ${outcome.ways}`}>
        <LinkButton look="secondary" to={paths.home}>{t`Return to homepage`}</LinkButton>
      </div>
    </>
  )
}
