import { Trans, useLingui } from '@lingui/react/macro'
import type { Connect } from '@gatehouse/contract/entities'
import type { LinkMove } from '@gatehouse/contract/errorItems'
import { signInTitleOf } from '@gatehouse/contract/identityProviderRow'
import type { IdentityProviderName } from '@gatehouse/contract/identityProviders'
import { Button } from '@gatehouse/ui/Button'
import { Icon } from '@gatehouse/ui/Icon'
import { useId, useState } from 'react'
import { useNotify } from '../../context/Place.tsx'
import { usePortal, useSession } from '../../context/portal.ts'
import { useReauthentication } from '../reauthentication/useReauthentication.tsx'
import { offeredMove } from '../services/serviceVisit.ts'
import { refusedItems } from '../submit/FormError.ts'
import { useActions } from '../submit/useActions.ts'
import type { Session } from '../../session/session.ts'
import { dateIn } from '../../i18n/formats.ts'
import { ActionErrors } from '../../ui/feedback/ActionErrors.tsx'
import { Isolated } from '../../ui/Isolated.tsx'
import { readAgain } from '../../ui/readAgain.ts'

interface OfferProps {
  readonly service: IdentityProviderName
  readonly move: LinkMove
  /** Without words where they are not known any more. */
  readonly onDone: (words?: () => string) => void
  readonly onKeep: () => void
}

/** An account of a service that another account here has: what a move does, and the choice. */
export function LinkMoveOffer({ service, move, onDone, onKeep }: OfferProps) {
  const { t, i18n } = useLingui()
  const { session } = usePortal()
  const { user } = useSession()
  const { isBusy, errorsOf, act } = useActions<'move'>()
  const { withReauthentication, dialog } = useReauthentication()
  const id = useId()
  const title = signInTitleOf(service)
  const me = <Isolated of={user?.Username ?? ''} />

  async function moveHere() {
    const body = { Ticket: move.Ticket }
    const { Outcome, Until } = await withReauthentication(() =>
      session.api('moveLink', { body }),
    ).catch(madeBefore)
    await readAgain(() => session.load())
    if (Until === null) return onDone()
    const day = dateIn(i18n.locale, Until, { dateStyle: 'long' })
    onDone(() =>
      Outcome === 'waits'
        ? t`${title} moves here on ${day}. Until then you can stop it under Connections.`
        : t`${title} is yours here now. The other account can take it back until ${day}.`,
    )
  }

  /** A proof works once: it is used where the answer to this very move did not come. */
  async function madeBefore(error: unknown) {
    const { IsLinked, Move } = (await connectNow(session, service, error)) ?? {}
    if (IsLinked) return { Outcome: 'moved', Until: null } as const
    if (Move?.Kind === 'arrives') return { Outcome: 'waits', Until: Move.Until } as const
    throw error
  }

  return (
    <section data-move className="plate stack" aria-labelledby={id}>
      <h2 id={id}>{t`Already linked to another account`}</h2>
      <Whose title={title} move={move} />
      <Effect title={title} move={move} />
      <div className="acts">
        <Button
          look={move.Ends ? 'danger' : 'primary'}
          isBusy={isBusy('move')}
          onClick={() => act('move', moveHere)}
        >
          <Trans>Move it to {me}</Trans>
        </Button>
        <Button look="secondary" onClick={onKeep}>{t`Leave it there`}</Button>
      </div>
      <ActionErrors errors={errorsOf('move')} />
      {dialog}
    </section>
  )
}

interface MoveProps {
  readonly title: string
  readonly move: LinkMove
}

/** A twin account of the same person is named; any other is not. */
function Whose({ title, move: { Username } }: MoveProps) {
  const other = (
    <strong>
      <Isolated of={Username ?? ''} />
    </strong>
  )
  return (
    <p>
      {Username === null ? (
        <Trans>Another account here has this {title} account. If both are yours, move it.</Trans>
      ) : (
        <Trans>
          You have two accounts here: {title} logs you in to {other}. Choose which one it belongs
          to.
        </Trans>
      )}
    </p>
  )
}

function Effect({ title, move: { Username, Waits, Ends } }: MoveProps) {
  const other = <Isolated of={Username ?? ''} />
  if (Ends && Username !== null) {
    return (
      <p className="marked bad">
        <Icon name="warning" />
        <Trans>
          {other} has no other way in and no confirmed email. It ends with the move, and all that is
          in it is lost.
        </Trans>
      </p>
    )
  }
  return (
    <p className="quiet">
      {Waits ? (
        <Trans>
          {title} opens the other account, so it moves in three days. We write to both accounts, and
          either can stop it.
        </Trans>
      ) : (
        <Trans>It moves at once. We write to both accounts.</Trans>
      )}
    </p>
  )
}

interface OfferedProps {
  readonly service: IdentityProviderName
}

/** On Connections: the choice after a linking that another account's link has stopped. */
export function OfferedMove({ service }: OfferedProps) {
  const notify = useNotify()
  const [found, show] = useState(offeredMove.read)
  if (found?.service !== service) return null

  function close() {
    offeredMove.forget()
    show(null)
  }

  return (
    <LinkMoveOffer
      service={service}
      move={found.move}
      onKeep={close}
      onDone={(words) => {
        close()
        if (words) notify(words)
      }}
    />
  )
}

type Waiting = NonNullable<Connect['Move']>

interface WaitingProps {
  readonly service: IdentityProviderName
  readonly move: Waiting
}

/** On Connections: a move that waits or has been made, and the way to undo it. */
export function WaitingMove({ service, move: { Id, Kind, Until } }: WaitingProps) {
  const { t, i18n } = useLingui()
  const { session } = usePortal()
  const notify = useNotify()
  const { isBusy, errorsOf, act } = useActions<'stop'>()
  const { withReauthentication, dialog } = useReauthentication()
  const id = useId()
  const title = signInTitleOf(service)
  const day = dateIn(i18n.locale, Until, { dateStyle: 'long' })
  const words: Record<Waiting['Kind'], string> = {
    leaves: t`Somebody who owns this ${title} account moves it to another account on ${day}. Was it not you? Keep it here.`,
    arrives: t`Your ${title} account moves here from another account on ${day}.`,
    left: t`Your ${title} account has moved to another account. You can take it back until ${day}.`,
  }
  const labels: Record<Waiting['Kind'], string> = {
    leaves: t`Keep it here`,
    arrives: t`Stop the move`,
    left: t`Take it back`,
  }

  const stop = () =>
    act('stop', async () => {
      await withReauthentication(() => session.api('stopLinkMove', { body: { Id } })).catch(
        stoppedBefore,
      )
      await readAgain(() => session.load())
      notify(() =>
        Kind === 'arrives'
          ? t`The move is stopped. ${title} stays where it was.`
          : t`${title} stays with this account.`,
      )
    })

  /** A move stops once: it has stopped where the answer to this very wish did not come. */
  async function stoppedBefore(error: unknown) {
    const connect = await connectNow(session, service, error)
    if (connect === undefined || connect.Move?.Id === Id) throw error
  }

  return (
    <div data-move className="stack near">
      <p id={id} className="marked">
        <Icon name="note" />
        {words[Kind]}
      </p>
      <div>
        <Button look="secondary" isBusy={isBusy('stop')} aria-describedby={id} onClick={stop}>
          {labels[Kind]}
        </Button>
      </div>
      <ActionErrors errors={errorsOf('stop')} />
      {dialog}
    </div>
  )
}

/** What a refused act has found: the connection as it is now. Undefined where that does not come. */
async function connectNow(
  session: Session,
  service: IdentityProviderName,
  error: unknown,
): Promise<Connect | undefined> {
  if (refusedItems(error) === null) return undefined
  await session.load().catch(() => undefined)
  return session.read().connects.find(({ CanonicalName }) => CanonicalName === service)
}
