import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useQuery } from '../../router/router.ts'
import { messageOfLink } from '../../i18n/messageOfLink.ts'
import { RefusalHelp } from '../../forms/submit/RefusalHelp.tsx'
import { usePortal, useSettings } from '../../context/portal.ts'
import { Drawing } from '../../ui/feedback/Drawing.tsx'
import { isLinkedElsewhere, LinkedElsewhere } from './LinkedElsewhere.tsx'
import { FailurePage } from './FailurePage.tsx'

/*
 * Each page has two forms: the specification's one heading for all, and its own heading where our
 * screens stand.
 */

/** The codes of what is closed to this player, as opposed to what went wrong. */
const closed = /^(ERROR_NOT_ALLOWED|ERROR_USER_\w*BANNED\w*|You are not allowed .*)$/
/** A service that players come back from did not say yes. */
const unconfirmed = /^This request /

/** The link of a mail that is none, or not the newest. */
const deadLink = /^ERROR_(EMAIL|PASSWORD)_RECOVERY_NOTEXISTS$/

/** A site has sent its visitor with a request that only the site can mend. */
const ofClient = /^ERROR_CLIENT_/

/** An error page of the server hands its note over behind the address, where no log has it. */
function useNoteOfServer(): void {
  const { failure } = usePortal()
  useState(() => {
    const note = globalThis.location?.hash.slice(1) ?? ''
    if (/^[\w+/=]{700}$/.test(note)) {
      failure.note({ supportNote: { note, screen: location.pathname } })
    }
  })
}

/**
 * Shows the message of its query, set apart from our own words: another person may have written it.
 */
export function BadRequestError() {
  useNoteOfServer()
  const { t } = useLingui()
  const { message: given = '' } = useQuery()
  const { goesBeyondSpecification } = useSettings().rules
  const help = <RefusalHelp error={{ code: given, ...usePortal().failure.read().lock }} />
  const message = messageOfLink(given, goesBeyondSpecification)
  if (!goesBeyondSpecification) {
    return (
      <FailurePage message={message} help={help}>
        <Trans>That did not work. Please start again.</Trans>
      </FailurePage>
    )
  }
  if (isLinkedElsewhere(given)) {
    return (
      <FailurePage
        heading={t`That did not work.`}
        drawing={<Drawing name="bridge" />}
        help={<LinkedElsewhere />}
      >
        {message}
      </FailurePage>
    )
  }
  const isOurs = message !== ''
  if (isOurs && unconfirmed.test(given)) {
    return (
      <FailurePage heading={t`It stopped on the way.`} drawing={<Drawing name="bridge" />}>
        <Trans>The other site did not confirm it. Nothing has changed.</Trans>
      </FailurePage>
    )
  }
  if (ofClient.test(given)) {
    return (
      <FailurePage
        heading={t`This link does not work.`}
        drawing={<Drawing name="bridge" />}
        help={
          <p>
            <Trans>For the developers of the site: {message}</Trans>
          </p>
        }
      >
        <Trans>The site that sent you here has to mend it. Nothing has changed.</Trans>
      </FailurePage>
    )
  }
  if (deadLink.test(given)) {
    return (
      <FailurePage heading={t`This link does not work.`} drawing={<Drawing name="letter" />}>
        <Trans>Open the newest mail, or get a new link.</Trans>
      </FailurePage>
    )
  }
  return isOurs && closed.test(given) ? (
    <FailurePage
      heading={t`You cannot do that here.`}
      drawing={<Drawing name="doors" />}
      help={help}
    >
      {message}
    </FailurePage>
  ) : (
    <FailurePage heading={t`That did not work.`} drawing={<Drawing name="bridge" />} help={help}>
      {/* The specification's words end without a stop. */}
      {isOurs && (
        <>
          {message}
          <br />
        </>
      )}
      {t`Please start again.`}
    </FailurePage>
  )
}

export function InternalError() {
  useNoteOfServer()
  const { t } = useLingui()
  const { requestId } = usePortal().failure.read()
  const { goesBeyondSpecification } = useSettings().rules
  const quote = requestId !== '' && <Trans>Quote {requestId} when you write to our support.</Trans>
  return goesBeyondSpecification ? (
    <FailurePage heading={t`Something broke here.`} drawing={<Drawing name="lantern" />}>
      <Trans>The fault is ours. Please try again in a moment.</Trans> {quote}
    </FailurePage>
  ) : (
    <FailurePage>
      <Trans>The fault is ours. Please try again in a moment.</Trans> {quote}
    </FailurePage>
  )
}

export function NotFoundError() {
  useNoteOfServer()
  const { t } = useLingui()
  const { goesBeyondSpecification } = useSettings().rules
  return goesBeyondSpecification ? (
    <FailurePage heading={t`This page does not exist.`} drawing={<Drawing name="signpost" />}>
      <Trans>Is the address spelled right? Perhaps the page has moved.</Trans>
    </FailurePage>
  ) : (
    <FailurePage>{t`There is nothing at this address.`}</FailurePage>
  )
}
