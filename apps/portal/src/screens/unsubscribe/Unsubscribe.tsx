import { Trans, useLingui } from '@lingui/react/macro'
import { paths } from '@gatehouse/contract/routes'
import { useState } from 'react'
import { useQuery } from '../../router/router.ts'
import { MailLink } from '../../forms/mail/MailLink.tsx'
import { usePortal, useSettings } from '../../context/portal.ts'
import { Drawing } from '../../ui/feedback/Drawing.tsx'
import outcome from '../../ui/Outcome.module.css'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { CallError } from '@gatehouse/client/client'
import type { Configuration } from '@gatehouse/contract/configuration'
import { readErrorItems } from '@gatehouse/contract/errorItems'
import { oneClickBody, unsubscribeUrl } from '@gatehouse/contract/unsubscribe'

/**
 * Where the link of a mailing leads: takes the player off that list, once, and says so. Opened without
 * a link's token it says the same and does nothing.
 */
export function Unsubscribe() {
  const { t } = useLingui()
  const { configuration, rules } = useSettings()
  const { fail } = usePortal()
  const { t: token = '' } = useQuery()
  const [isDone, setDone] = useState(token === '')

  if (!isDone) {
    return (
      <MailLink
        uid={token}
        act={() =>
          void unsubscribe(configuration, token).then(
            () => setDone(true),
            (error: unknown) => fail(error, { replace: true }),
          )
        }
        question={<Trans>Unsubscribe from this newsletter?</Trans>}
      />
    )
  }
  return (
    <>
      {rules.goesBeyondSpecification && <Drawing name="letter" />}
      <h1>{t`You have been unsubscribed.`}</h1>
      <div className={`acts ${outcome.ways}`}>
        <LinkButton to={paths.home} look="secondary">{t`Return to Home`}</LinkButton>
      </div>
    </>
  )
}

/**
 * Sends what a mail program's one-click button sends: it needs no key and no session, the token alone
 * says who leaves which list. Rejects with a CallError.
 */
async function unsubscribe({ AccountApiUrl }: Configuration, token: string): Promise<void> {
  const response = await fetch(unsubscribeUrl(AccountApiUrl.replace(/\/+$/, ''), token), {
    method: 'POST',
    body: new URLSearchParams(oneClickBody),
    cache: 'no-store',
    signal: AbortSignal.timeout(30_000),
  }).catch(() => null)
  if (response?.ok) return
  const answer: unknown = response?.status === 400 ? await response.json().catch(() => null) : null
  const items = readErrorItems(answer)
  const body = items === null ? null : { ErrorMessages: items }
  throw new CallError(response?.status ?? 0, body)
}
