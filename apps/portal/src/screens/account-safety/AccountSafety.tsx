import { useLingui } from '@lingui/react/macro'
import type { AnswerOf } from '@gatehouse/contract/calls'
import { paths } from '@gatehouse/contract/routes'
import { useEffect } from 'react'
import { usePortal } from '../../context/portal.ts'
import { useScreenData } from '../../context/useScreenData.ts'
import { refusedItems } from '../../forms/submit/FormError.ts'
import { offerHoldEnd } from '../../forms/submit/OfferedHelp.tsx'
import { sentencesOf, useRefusal } from '../../forms/submit/useRefusal.ts'
import { usePath, useSecret } from '../../router/router.ts'
import { type ActionError, ActionErrors } from '../../ui/feedback/ActionErrors.tsx'
import { Progress } from '../../ui/feedback/Progress.tsx'
import { focusFirstField } from '../../ui/focusHeading.ts'
import { LinkButton } from '../../ui/LinkButton.tsx'
import outcome from '../../ui/Outcome.module.css'
import { AddProofs } from './AddProofs.tsx'
import { CancelRecovery } from './CancelRecovery.tsx'
import { FinishRecovery } from './FinishRecovery.tsx'
import { Outcome } from './Outcome.tsx'
import { Secure } from './Secure.tsx'
import { StopRewind } from './StopRewind.tsx'
import { Unfreeze } from './Unfreeze.tsx'

/** The purpose of a link, or the errors of a dead one. */
type Read =
  | { readonly link: AnswerOf<'readSafetyLink'> }
  | { readonly refused: readonly ActionError[] }

/** The act of each kind of link. */
const kinds = {
  freeze: Secure,
  unfreeze: Unfreeze,
  reopen: Unfreeze,
  stop: StopRewind,
  recover: AddProofs,
  finish: FinishRecovery,
  cancel: CancelRecovery,
} as const

/**
 * The link of a security mail: it freezes an account or puts it back to what it was, leads back into a frozen
 * one, stops what somebody else has asked for, or lets in who has lost every second factor. Its secret is in no address. To be opened does nothing; what
 * acts is a press, in a browser that is known, with the number of the mail or with a second factor.
 */
export function AccountSafety() {
  const token = useSecret()
  const { session } = usePortal()
  const refusalOf = useRefusal()
  const { value: read } = useScreenData(async (): Promise<Read> => {
    try {
      return { link: await session.api('readSafetyLink', { body: { Link: token } }) }
    } catch (error) {
      const refusal = refusedItems(error) && (await refusalOf(error))
      if (!refusal) throw error
      const end = offerHoldEnd(refusal.items, refusal.retryAfter)
      return { refused: [...sentencesOf(refusal), end] }
    }
  })
  const isRead = read !== null
  useEffect(() => {
    // The form comes after the page. A player who has begun already is left where they are.
    if (isRead && document.activeElement === document.body) focusFirstField()
  }, [isRead])
  if (read === null) return <Progress />
  if ('refused' in read) return <DeadLink refused={read.refused} />
  const { Done } = read.link
  // Somebody comes back to a link that has done its work.
  if (Done) return <Outcome done={{ what: Done.Act, answer: Done }} />
  const Act = kinds[read.link.Kind]
  return <Act token={token} link={read.link} />
}

function DeadLink({ refused }: { readonly refused: readonly ActionError[] }) {
  const { t } = useLingui()
  const isOfRecovery = usePath() === paths.recoverAccount
  return (
    <>
      <h1>{t`Secure your account`}</h1>
      <ActionErrors errors={refused} />
      <p>{t`Nothing has changed.`}</p>
      <div className={`acts ${outcome.ways}`}>
        <LinkButton
          to={paths.accountSafetyAsk}
          query={isOfRecovery ? '?for=recover' : undefined}
        >{t`Send me a new link`}</LinkButton>
      </div>
    </>
  )
}
