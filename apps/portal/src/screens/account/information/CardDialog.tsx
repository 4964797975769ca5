import { Trans, useLingui } from '@lingui/react/macro'
import type { CanonicalName } from '@gatehouse/contract/entities'
import { titlesOf } from '@gatehouse/contract/display'
import { useEffect, useEffectEvent, useState } from 'react'
import { useNotify } from '../../../context/Place.tsx'
import { usePortal, useSession, useSettings } from '../../../context/portal.ts'
import { useActions } from '../../../forms/submit/useActions.ts'
import { isolate } from '../../../i18n/isolate.ts'
import { listOf } from '../../../i18n/formats.ts'
import { shownConnects } from '../../../session/connects.ts'
import { Button } from '@gatehouse/ui/Button'
import { saveFile } from '@gatehouse/ui/saveFile'
import { ActionErrors } from '../../../ui/feedback/ActionErrors.tsx'
import { Progress } from '../../../ui/feedback/Progress.tsx'
import styles from './CardDialog.module.css'

/** The parts of a card besides the name that the player has ticked. */
interface Ticks {
  readonly titles: boolean
  readonly links: readonly CanonicalName[]
}

/** A card that has been drawn, and the ticks that it was drawn for. */
interface Drawn {
  /** The PNG as base64. */
  readonly png: string
  readonly ticks: Ticks
}

/** The player's card to look at, with ticks for all that it shows besides the name. */
export function CardDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useLingui()
  const { api } = usePortal().session
  const { rules } = useSettings()
  const { user, connects } = useSession()
  const { isBusy, errorsOf, queue } = useActions<'card'>()
  const titles = [...new Set(titlesOf(user?.Titles || user?.TitleName || ''))]
  const shown = rules.hasConnectionsSection ? shownConnects(connects, rules) : []
  const linked = shown.filter(({ IsLinked }) => IsLinked)
  const [ticks, tick] = useState<Ticks>({ titles: titles.length > 0, links: [] })
  const [drawn, setDrawn] = useState<Drawn | null>(null)

  const draw = useEffectEvent((wanted: Ticks) => {
    if (user === null) return
    const body = { Titles: wanted.titles, Links: [...wanted.links] }
    queue('card', async (signal) => {
      const { Picture } = await api('makePlayerCard', { path: { userId: user.Id }, body })
      if (!signal.aborted) setDrawn({ png: Picture, ticks: wanted })
    })
  })
  // Also the first time, for the card without a tick of the player's.
  useEffect(() => draw(ticks), [ticks])

  if (user === null) return null
  const onCard = (of: Ticks) => [
    user.Username,
    ...(of.titles ? titles : []),
    ...linked.filter(({ CanonicalName: name }) => of.links.includes(name)).map(({ Name }) => Name),
  ]
  return (
    <>
      <Preview
        drawn={drawn}
        isBusy={isBusy('card')}
        content={drawn === null ? [] : onCard(drawn.ticks)}
      />
      <ActionErrors errors={errorsOf('card')} />
      {titles.length + linked.length > 0 && (
        <fieldset>
          <legend>
            <Trans>On the card, besides your name</Trans>
          </legend>
          {titles.length > 0 && (
            <Tick
              label={t`My titles`}
              isOn={ticks.titles}
              onChange={(isOn) => tick({ ...ticks, titles: isOn })}
            />
          )}
          {linked.map(({ CanonicalName: name, Name, ConnectName }) => (
            <Tick
              key={name}
              label={ConnectName ? `${Name}: ${isolate(ConnectName)}` : Name}
              isOn={ticks.links.includes(name)}
              onChange={(isOn) => {
                const others = ticks.links.filter((other) => other !== name)
                tick({ ...ticks, links: isOn ? [...others, name] : others })
              }}
            />
          ))}
        </fieldset>
      )}
      <p className="hint">
        <Trans>Nothing else of your account is on it.</Trans>
      </p>
      <Ways png={drawn?.png ?? null} isBusy={isBusy('card')} onClose={onClose} />
    </>
  )
}

interface PreviewProps {
  readonly drawn: Drawn | null
  readonly isBusy: boolean
  /** The words on the card. */
  readonly content: readonly string[]
}

function Preview({ drawn, isBusy, content }: PreviewProps) {
  const { t, i18n } = useLingui()
  const words = listOf(
    i18n.locale,
    content.map((word) => isolate(word)),
  )
  return (
    <div className={`plate ${styles.preview}`} aria-busy={isBusy}>
      {drawn === null ? (
        isBusy && <Progress />
      ) : (
        <img
          src={`data:image/png;base64,${drawn.png}`}
          width="1200"
          height="630"
          alt={t`Your player card, with ${words}`}
        />
      )}
    </div>
  )
}

interface TickProps {
  readonly label: string
  readonly isOn: boolean
  readonly onChange: (isOn: boolean) => void
}

function Tick({ label, isOn, onChange }: TickProps) {
  return (
    <label className="tick">
      <input type="checkbox" checked={isOn} onChange={() => onChange(!isOn)} />
      <span>{label}</span>
    </label>
  )
}

interface WaysProps {
  /** The present card; null until it is there. */
  readonly png: string | null
  readonly isBusy: boolean
  readonly onClose: () => void
}

/** All that the browser can do with the picture. */
function Ways({ png, isBusy, onClose }: WaysProps) {
  const { t } = useLingui()
  const notify = useNotify()
  const file = png === null ? null : fileOf(png)

  async function copy(card: File) {
    try {
      await navigator.clipboard.write([new ClipboardItem({ [card.type]: card })])
      notify(() => t`Copied.`)
    } catch {
      notify(() => t`Your browser did not copy it. Please download it.`)
    }
  }

  async function share(card: File) {
    try {
      await navigator.share({ files: [card] })
    } catch (error) {
      // The player has closed the list of the system.
      if (error instanceof DOMException && error.name === 'AbortError') return
      notify(() => t`Your browser did not share it. Please download it.`)
    }
  }

  const canCopy = 'ClipboardItem' in window
  const canShare = file !== null && 'canShare' in navigator && navigator.canShare({ files: [file] })
  return (
    <div className="acts">
      {file !== null && (
        <>
          <Button isBusy={isBusy} onClick={() => saveFile(file, file.name)}>{t`Download`}</Button>
          {canCopy && (
            <Button look="secondary" isBusy={isBusy} onClick={() => void copy(file)}>
              {t`Copy`}
            </Button>
          )}
          {canShare && (
            <Button look="secondary" isBusy={isBusy} onClick={() => void share(file)}>
              {t`Share`}
            </Button>
          )}
        </>
      )}
      <Button look="quiet" onClick={onClose}>{t`Close`}</Button>
    </div>
  )
}

function fileOf(png: string): File {
  const bytes = Uint8Array.from(atob(png), (letter) => letter.codePointAt(0) ?? 0)
  return new File([bytes], 'player-card.png', { type: 'image/png' })
}
