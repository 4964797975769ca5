import { Trans, useLingui } from '@lingui/react/macro'
import { signInTitleOf } from '@gatehouse/contract/identityProviderRow'
import type { LinkMove } from '@gatehouse/contract/errorItems'
import { type ErrorCode, findErrorCode } from '@gatehouse/contract/errors'
import { paths } from '@gatehouse/contract/routes'
import { Button } from '@gatehouse/ui/Button'
import { useState } from 'react'
import { usePortal, useSession } from '../../context/portal.ts'
import { useReauthentication } from '../../forms/reauthentication/useReauthentication.tsx'
import { lastWay } from '../../forms/services/lastWay.ts'
import { logInAtService } from '../../forms/services/logInAtService.ts'
import { arrived, type Arrival } from '../../forms/services/serviceVisit.ts'
import { refusedItems } from '../../forms/submit/FormError.ts'
import { useActions } from '../../forms/submit/useActions.ts'
import { mediaUrl } from '../../session/siteUrls.ts'
import { ActionErrors } from '../../ui/feedback/ActionErrors.tsx'
import { Avatar } from '../../ui/Avatar.tsx'
import { readAgain } from '../../ui/readAgain.ts'
import { Isolated } from '../../ui/Isolated.tsx'
import { Notice } from '@gatehouse/ui/Notice'
import { LinkMoveOffer } from '../../forms/link-moves/LinkMove.tsx'
import { Sign } from '../../forms/services/Sign.tsx'
import styles from '../../forms/services/ServiceWays.module.css'

/** After the log-in of a player with an account: joins the service to it, once the player says so. */
export function ServiceJoin() {
  const [found] = useState(arrived.read)
  const { user } = useSession()
  if (found === null || user === null) return null
  return <Question arrival={found.arrival} username={user.Username} image={user.AvatarUrl} />
}

interface Props {
  readonly arrival: Arrival
  readonly username: string
  readonly image: string
}

function Question({ arrival, username, image }: Props) {
  const { configuration } = usePortal()
  const { state, join, leave, isBusy, errors, dialog } = useJoining(arrival, username)
  const { CanonicalName, AccountName } = arrival
  const service = signInTitleOf(CanonicalName)
  const player = <Isolated of={username} />
  const account = <Isolated of={AccountName || service} />
  return (
    <>
      <h1 tabIndex={-1}>
        <Trans>
          Join {service} to {player}?
        </Trans>
      </h1>
      <div className={`plate ${styles.joined}`} aria-hidden="true">
        <Sign of={CanonicalName} size="4rem" />
        <b>+</b>
        <Avatar image={mediaUrl(image, configuration.MediasUrl)} name={username} />
      </div>
      {state.kind === 'elsewhere' ? (
        <LinkMoveOffer
          service={CanonicalName}
          move={state.move}
          onDone={(words) => leave(words)}
          onKeep={() => leave()}
        />
      ) : (
        <>
          <p>
            <Trans>
              {service} confirmed that {account} is yours. From then on, “Continue with {service}”
              opens your account {player}.
            </Trans>
          </p>
          {state.kind === 'over' && <Over service={service} />}
          <Button isBusy={isBusy} onClick={join}>
            {state.kind === 'over' ? (
              <Trans>Continue with {service}</Trans>
            ) : (
              <Trans>
                Join {service} to {player}
              </Trans>
            )}
          </Button>
          <ActionErrors errors={errors} />
          <Button look="secondary" onClick={() => leave()}>
            <Trans>Not now</Trans>
          </Button>
        </>
      )}
      {dialog}
    </>
  )
}

function Over({ service }: { readonly service: string }) {
  return (
    <Notice>
      <p>
        <Trans>{service} has to confirm you once more.</Trans>
      </p>
    </Notice>
  )
}

type State =
  | { readonly kind: 'asked' | 'over' }
  | { readonly kind: 'elsewhere'; readonly move: LinkMove }

/** The act of joining, its refusals, and the way on to where the log-in was heading. */
function useJoining({ Ticket, CanonicalName }: Arrival, username: string) {
  const portal = usePortal()
  const { t } = useLingui()
  const { session, returnTo } = portal
  const { isBusy, errorsOf, act } = useActions<'join'>()
  const { withReauthentication, dialog } = useReauthentication()
  const [state, setState] = useState<State>({ kind: 'asked' })
  const service = signInTitleOf(CanonicalName)

  function leave(words?: () => string) {
    const { redirectUrl = '' } = arrived.read() ?? {}
    arrived.forget()
    if (redirectUrl !== '') returnTo.headFor(redirectUrl)
    void goOn(words)
  }

  async function goOn(words?: () => string) {
    const destination = await returnTo.take()
    await portal.follow(destination, paths.account)
    if (words) portal.notify(words)
  }

  async function joinNow() {
    if (state.kind === 'over') return logInAtService(portal, CanonicalName)
    try {
      await withReauthentication(() => session.api('joinService', { body: { Ticket } }))
    } catch (error) {
      const next = stateAfter(error)
      if (next === null) throw error
      return setState(next)
    }
    lastWay.note(CanonicalName, username)
    await readAgain(() => session.load())
    leave(() => t`${service} is joined. Next time, press “Continue with ${service}”.`)
  }

  return {
    state,
    dialog,
    leave,
    errors: errorsOf('join'),
    isBusy: isBusy('join'),
    join: () => void act('join', joinNow),
  }
}

function stateAfter(error: unknown): State | null {
  for (const { ErrorMessage, Move } of refusedItems(error) ?? []) {
    if (Move) return { kind: 'elsewhere', move: Move }
    if (findErrorCode(ErrorMessage) === ('ERROR_SERVICE_EXPIRED' satisfies ErrorCode)) {
      return { kind: 'over' }
    }
  }
  return null
}
