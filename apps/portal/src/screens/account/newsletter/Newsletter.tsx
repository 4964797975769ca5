import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { OptInList } from '@gatehouse/contract/entities'
import { useId } from 'react'
import { useSwitches } from '../../../forms/submit/useSwitches.ts'
import { Place, useNotify } from '../../../context/Place.tsx'
import { usePortal, useSettings } from '../../../context/portal.ts'
import { useScreenData } from '../../../context/useScreenData.ts'
import { Button } from '@gatehouse/ui/Button'
import { Icon } from '@gatehouse/ui/Icon'
import { WayIcon } from '@gatehouse/ui/WayIcon'
import { Empty } from '../../../ui/feedback/Empty.tsx'
import { RowStatus } from '../../../ui/feedback/RowStatus.tsx'
import { type ActionError, ActionErrors } from '../../../ui/feedback/ActionErrors.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import rowStyles from '../../../ui/Row.module.css'
import { Switch } from '../../../ui/Switch.tsx'
import markStyles from '../../../ui/Mark.module.css'
import styles from './Newsletter.module.css'
import { Isolated } from '../../../ui/Isolated.tsx'

const platformNews = msg`News about your account, new games and new services.`
const gamesAndEvents = msg`Game updates, tournaments, beta tests and seasonal gifts.`

/** The sentences of the lists that every deployment begins with, in the player's language; the first two until 1.0.1. */
const sentences: Readonly<Record<string, MessageDescriptor>> = {
  'News about your account, and the games and services that join it.': platformNews,
  'Updates of our games, tournaments, beta tests and gifts of the season.': gamesAndEvents,
  'News about your account, new games and new services.': platformNews,
  'Game updates, tournaments, beta tests and seasonal gifts.': gamesAndEvents,
}

/** The newsletter lists. Each changes only when its own call has succeeded. */
export function Newsletter() {
  const { t } = useLingui()
  const { session } = usePortal()
  const notify = useNotify()
  const { api } = session
  const { value: lists, change } = useScreenData(
    async () => (await api('listNewsletters', {})).OptInList,
  )
  const { wishOf, errorsOf, turn } = useSwitches()

  function toggle({ ListId, ListName, IsOptIn }: OptInList) {
    turn(ListId, IsOptIn, async (isOptIn) => {
      const isOwn = isOwnList(lists ?? [], ListId)
      await api('optInUser', {
        body: { ListId, IsOptIn: isOptIn, IsG2GOptIn: isOptIn && isOwn },
      })
      const changed = (list: OptInList) =>
        list.ListId === ListId ? { ...list, IsOptIn: isOptIn } : list
      change((all) => all.map(changed))
      const words = () =>
        isOptIn ? t`You get ${ListName} now.` : t`You no longer get ${ListName}.`
      notify(words, { about: placeOf(ListId) })
    })
  }

  return (
    <>
      <h1>{t`Newsletter`}</h1>
      {lists === null ? (
        <Skeleton />
      ) : lists.length === 0 ? (
        <Empty drawing="letterbox">{t`There is no newsletter at the moment.`}</Empty>
      ) : (
        <ul>
          {lists.map((list) => (
            <ListRow
              key={list.ListId}
              list={list}
              wish={wishOf(list.ListId)}
              refused={errorsOf(list.ListId)}
              onToggle={() => toggle(list)}
            />
          ))}
        </ul>
      )}
    </>
  )
}

/** Says whether a list is the platform's own. Servers that mark none mean the first one. */
function isOwnList(lists: readonly OptInList[], id: number): boolean {
  const marked = lists.filter(({ IsG2G }) => IsG2G === true)
  const presets = marked.length > 0 ? marked : lists.slice(0, 1)
  return presets.some(({ ListId }) => ListId === id)
}

const placeOf = (listId: number) => `newsletter-${listId}`

interface RowProps {
  readonly list: OptInList
  readonly wish: boolean | null
  readonly refused: readonly ActionError[]
  readonly onToggle: () => void
}

function ListRow({ list, wish, refused, onToggle }: RowProps) {
  const id = useId()
  const { i18n } = useLingui()
  const { goesBeyondSpecification } = useSettings().rules
  const ours = sentences[list.Description ?? '']
  return (
    <li className={rowStyles.row} aria-labelledby={id} data-on={list.IsOptIn}>
      <span className={markStyles.mark} data-linked={list.IsOptIn}>
        <WayIcon name="mail" />
      </span>
      <div>
        <h2 id={id}>
          <Isolated of={list.ListName} />
        </h2>
        <p id={`${id}about`}>
          {list.Description ? (
            <Isolated of={ours ? i18n._(ours) : list.Description} />
          ) : (
            <Trans>By email, when there is news worth your time. Stop it whenever you like.</Trans>
          )}
          <RowStatus wish={wish} />
        </p>
      </div>
      {goesBeyondSpecification ? (
        <label className={`line near ${styles.choice}`}>
          {/* The switch says the same. */}
          <span aria-hidden="true">
            {list.IsOptIn ? (
              <Trans context="a newsletter">On</Trans>
            ) : (
              <Trans context="a newsletter">Off</Trans>
            )}
          </span>
          <Switch
            isOn={list.IsOptIn}
            isBusy={wish !== null}
            aria-labelledby={id}
            aria-describedby={`${id}about`}
            onChange={onToggle}
          />
        </label>
      ) : (
        <ActiveButton list={list} wish={wish} describedBy={id} onToggle={onToggle} />
      )}
      <Place name={placeOf(list.ListId)}>
        <ActionErrors errors={refused} />
      </Place>
    </li>
  )
}

interface ActiveButtonProps extends Pick<RowProps, 'list' | 'wish' | 'onToggle'> {
  readonly describedBy: string
}

/** The specification's button, which has the state as its name. */
function ActiveButton({ list, wish, describedBy, onToggle }: ActiveButtonProps) {
  return (
    <Button
      look={list.IsOptIn ? 'primary' : 'secondary'}
      isBusy={wish !== null}
      aria-describedby={describedBy}
      // The second half of a double-click is no second choice.
      onClick={({ detail }) => detail < 2 && onToggle()}
    >
      {list.IsOptIn ? (
        <>
          <Icon name="done" /> <Trans>Active</Trans>
        </>
      ) : (
        <Trans>Activate</Trans>
      )}
    </Button>
  )
}
