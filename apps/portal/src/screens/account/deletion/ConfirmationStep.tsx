import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { titleNameOf } from '@gatehouse/contract/display'
import type { User } from '@gatehouse/contract/entities'
import { mediaUrl } from '../../../session/siteUrls.ts'
import { Form } from '../../../forms/submit/Form.tsx'
import { useReauthentication } from '../../../forms/reauthentication/useReauthentication.tsx'
import { forgetPlayer } from '../../../context/forgetPlayer.ts'
import { usePortal, type Portal } from '../../../context/portal.ts'
import { Avatar } from '../../../ui/Avatar.tsx'
import { CancelButton } from '../../../ui/CancelButton.tsx'
import { Icon } from '@gatehouse/ui/Icon'
import { WayIcon } from '@gatehouse/ui/WayIcon'
import { LinkButton } from '../../../ui/LinkButton.tsx'
import styles from './DeletionRequest.module.css'
import type { Reason } from './ReasonStep.tsx'
import { Isolated } from '../../../ui/Isolated.tsx'
import type { Client } from '@gatehouse/client/client'
import { unsentWithdrawals } from '../../../consent/unsentWithdrawals.ts'
import { paths } from '@gatehouse/contract/routes'
import { hrefOf } from '../../../router/readEntry.ts'
import { isPartnerAccount } from '../../../session/partnerLogin.ts'

interface Props {
  readonly user: User
  /** '' where the deployment asks for none. */
  readonly password: string
  readonly reason: Reason | null
  /** Null where the deployment offers its support instead. */
  readonly onCancel: (() => void) | null
}

export function ConfirmationStep({ user, password, reason, onCancel }: Props) {
  const portal = usePortal()
  const { configuration } = portal
  const { withReauthentication, dialog } = useReauthentication()
  const titles = titleNameOf(user.TitleName || user.Titles)
  return (
    <>
      <div className={`line ${styles.player}`}>
        <Avatar image={mediaUrl(user.AvatarUrl, configuration.MediasUrl)} name={user.Username} />
        <div>
          <strong>
            <Isolated of={user.Username} />
          </strong>
          {titles !== '' && (
            <span className="quiet" dir="auto">
              {titles}
            </span>
          )}
        </div>
      </div>
      <Losses days={configuration.DeletionGraceDays} />
      <Form
        name="deletion"
        submitLabel={<Trans>Delete</Trans>}
        submitLook="danger"
        beside={
          onCancel === null ? (
            <LinkButton
              look="secondary"
              href={configuration.SupportUrl || configuration.FrontUrl}
              opensTab
            >
              <Trans>Contact</Trans> <WayIcon name="away" />
            </LinkButton>
          ) : (
            <CancelButton look="secondary" onClick={onCancel} />
          )
        }
        onSubmit={({ api }) =>
          withReauthentication(() => eraseAccount(portal, api, { user, password, reason }))
        }
      />
      {dialog}
    </>
  )
}

/** What the deletion takes, and when: at once, or after so many days in which a log-in stops it. */
function Losses({ days }: { readonly days: number }) {
  const { t } = useLingui()
  return (
    <div className={`stack ${styles.losses}`}>
      {days === 0 ? (
        <p>{t`This deletes, at once and for good:`}</p>
      ) : (
        <p>
          <Plural
            value={days}
            one="In # day, this deletes for good:"
            other="In # days, this deletes for good:"
          />
        </p>
      )}
      <ul>
        <Loss sign="person">
          {t`your profile, with your username, email address, avatar and titles`}
        </Loss>
        <Loss sign="links">
          {t`your linked gaming accounts, newsletters and list of blocked users`}
        </Loss>
        {days === 0 && (
          <Loss sign="device">{t`your sessions, on every device where you are logged in`}</Loss>
        )}
      </ul>
      {days > 0 && (
        <p>{t`We log you out everywhere now. Until then you can keep your account: just log in.`}</p>
      )}
      <p className={`line ${styles.forever}`}>
        <Icon name="warning" />
        <span>
          {days === 0
            ? t`Nobody can bring it back, not even our support.`
            : t`After that, nobody can bring it back, not even our support.`}
        </span>
      </p>
    </div>
  )
}

/** Shapes on a grid of 24, of this list alone. */
const signs = {
  person: 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM4.5 20.5a7.5 7.5 0 0 1 15 0',
  links: 'm10 14 4-4m-3-3 2-2a4.2 4.2 0 0 1 6 6l-2 2m-4 4-2 2a4.2 4.2 0 0 1-6-6l2-2',
  device: 'M3 5h18v11H3V5Zm9 11v4m-4 0h8',
} as const

interface LossProps {
  readonly sign: keyof typeof signs
  readonly children: string
}

function Loss({ sign, children }: LossProps) {
  return (
    <li className="line">
      <svg className="drawn" viewBox="0 0 24 24" aria-hidden="true">
        <path d={signs[sign]} />
      </svg>
      <span>{children}</span>
    </li>
  )
}

interface Erasure {
  readonly user: User
  readonly password: string
  readonly reason: Reason | null
}

/**
 * Deletes the account, and everything that this browser knows of its player. `password` is '' where
 * the deployment asks for none, `reason` null when it was skipped. Rejects when it was refused:
 * nothing is gone then.
 */
async function eraseAccount(
  portal: Portal,
  api: Client,
  { user, password, reason }: Erasure,
): Promise<void> {
  const { rules, session, returnTo, go } = portal
  const call = isPartnerAccount(user, rules) ? 'deletePartnerUser' : rules.deletionCall
  const { At } = await api(call, {
    path: { userId: user.Id },
    body: {
      Password: password,
      Email: user.Email,
      Id_DeletionType: reason?.type.Id ?? null,
      DeletionReason: reason?.type.IsOther === true ? reason.text.trim() : '',
    },
  })
  unsentWithdrawals.forget(user.Id)
  session.end()
  returnTo.forget()
  forgetPlayer(portal)
  const until = At === undefined ? {} : { until: At }
  go(hrefOf(paths.deletionConfirm, until), { replace: true })
}
