import { Trans, useLingui } from '@lingui/react/macro'
import type { AnswerOf } from '@gatehouse/contract/calls'
import { paths } from '@gatehouse/contract/routes'
import { usePortal } from '../../context/portal.ts'
import { missingWords } from '../../forms/activity/activityLabels.ts'
import { dateIn } from '../../i18n/formats.ts'
import { SuccessNote } from '../../ui/feedback/SuccessNote.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import outcome from '../../ui/Outcome.module.css'
import frozenStyles from './AccountFrozen.module.css'
import { OutcomeHeading } from './OutcomeHeading.tsx'
import type { Done } from './proofs.tsx'

/** What an act has done, and the next step: right after it, and for who comes back to its link. */
export function Outcome({ done }: { readonly done: Done }) {
  if (done.what === 'restore') {
    return done.answer.Outcome === 'waits' ? (
      <Waits answer={done.answer} />
    ) : (
      <Restored answer={done.answer} />
    )
  }
  if (done.what === 'stop') return <RewindStopped />
  if (done.what === 'cancel') return <RecoveryStopped />
  if (done.what === 'unfreeze' || done.what === 'finish') return <Opened />
  return <Thanks isReleased={done.what === 'release'} />
}

function Thanks({ isReleased }: { readonly isReleased: boolean }) {
  const { t } = useLingui()
  return (
    <>
      <OutcomeHeading>{t`Thank you`}</OutcomeHeading>
      {isReleased ? (
        <p>{t`The account can be opened again now: our mail to its present address leads back in.`}</p>
      ) : (
        <p>{t`Thank you. Nothing was changed.`}</p>
      )}
      <div className={`acts ${outcome.ways}`}>
        <LinkButton look="secondary" to={paths.home}>{t`Return to homepage`}</LinkButton>
      </div>
    </>
  )
}

function LogInButton() {
  const { t } = useLingui()
  return (
    <div className={`acts ${outcome.ways}`}>
      <LinkButton to={paths.login}>{t`Log in`}</LinkButton>
    </div>
  )
}

function Opened() {
  const { t } = useLingui()
  return (
    <>
      <OutcomeHeading>{t`Your account is open again`}</OutcomeHeading>
      <LogInButton />
    </>
  )
}

function RewindStopped() {
  const { t } = useLingui()
  return (
    <>
      <OutcomeHeading>{t`It is stopped`}</OutcomeHeading>
      <SuccessNote>{t`Your account stays as it is. Whoever asked cannot ask for this again.`}</SuccessNote>
      <p>{t`Log in, and choose a new password if somebody else may know yours.`}</p>
      <LogInButton />
    </>
  )
}

function RecoveryStopped() {
  const { t } = useLingui()
  return (
    <>
      <OutcomeHeading>{t`It is stopped`}</OutcomeHeading>
      <SuccessNote>{t`Nobody gets in without your second step. Your account stays as it is.`}</SuccessNote>
      <p>{t`Whoever asked can read your mails or knows your password. Choose new ones.`}</p>
      <LogInButton />
    </>
  )
}

interface AnswerProps {
  readonly answer: Omit<AnswerOf<'actOnSafetyLink'>, 'Created'>
}

function Restored({ answer }: AnswerProps) {
  const { i18n, t } = useLingui()
  const { rules, configuration } = usePortal()
  const { Email, Since, Until, NotRestored = [] } = answer
  const moment = (at: string) => dateIn(i18n.locale, at, { dateStyle: 'long', timeStyle: 'short' })
  const since = Since === undefined ? '' : moment(Since)
  const until = Until === undefined ? '' : moment(Until)
  const email = <strong dir="ltr">{Email}</strong>
  const isByPartner = rules.signIn === 'by-partner'
  const partner = configuration.PartnerName
  return (
    <>
      <OutcomeHeading>{t`Your account is yours again`}</OutcomeHeading>
      <p>
        {since !== '' && t`Your account is as it was on ${since}.`} {t`Everyone is logged out.`}
      </p>
      {NotRestored.length > 0 && (
        <p>
          {t`This could not be put back: ${{ list: missingWords(i18n, NotRestored) }}. Somebody else has it by now, or it was gone for too long.`}
        </p>
      )}
      {until !== '' && (
        <p>{t`Changes are on hold until ${until}, so that nobody can do it again at once.`}</p>
      )}
      <h2>{t`What you do next`}</h2>
      {isByPartner ? (
        <>
          <p>{t`Log in with your ${partner} account.`}</p>
          <LogInButton />
        </>
      ) : (
        <p>
          <Trans>
            We have sent a mail to {email}. Choose a new password with its link, then log in.
          </Trans>
        </p>
      )}
    </>
  )
}

function Waits({ answer: { Email, Until = '' } }: AnswerProps) {
  const { i18n, t } = useLingui()
  const date = dateIn(i18n.locale, Until, { dateStyle: 'long', timeStyle: 'short' })
  const email = <strong dir="ltr">{Email}</strong>
  return (
    // In frost until then.
    <div className={`stack ${frozenStyles.frozen}`}>
      <OutcomeHeading>{t`Your account is frozen`}</OutcomeHeading>
      <p>{t`It will be restored on ${date} unless somebody with its second step stops that.`}</p>
      <h2>{t`What you do next`}</h2>
      <p>
        <Trans>
          Nothing until then. We mail {email} once it is done: choose a new password with the link
          in that mail, then log in.
        </Trans>
      </p>
    </div>
  )
}
