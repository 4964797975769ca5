import { titleNameOf } from '@gatehouse/contract/display'
import type { Identification } from '@gatehouse/contract/entities'
import type { CSSProperties } from 'react'
import { mediaUrl } from '../../session/siteUrls.ts'
import { usePortal, useSettings } from '../../context/portal.ts'
import { useWording } from '../../context/useWording.ts'
import { wordings } from '../../context/wording.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import styles from './Identity.module.css'
import { Isolated } from '../../ui/Isolated.tsx'
import { withoutDirections } from '../../i18n/isolate.ts'

interface Props {
  /** Of the name, for what it describes. */
  readonly id?: string
  readonly identified: Identification
  readonly onStartOver: () => void
}

/** The account that was found, and the way out for another player. */
export function Identity({ id, identified, onStartOver }: Props) {
  const { configuration } = useSettings()
  const { logIn } = usePortal()
  const word = useWording()
  const { TitleName, AvatarUrl } = identified
  // Where answers must not reveal whose an address is, they leave the name out: then what was typed.
  const name = identified.Username || logIn.username
  const title = titleNameOf(TitleName)
  return (
    <div className="comes">
      <div className={`plate line ${styles.card}`}>
        <Avatar image={mediaUrl(AvatarUrl, configuration.MediasUrl)} name={name} />
        <div id={id}>
          <Name of={name} />
          {title !== '' && (
            <span className="hint" dir="auto">
              {title}
            </span>
          )}
        </div>
      </div>
      <button type="button" className="word" onClick={onStartOver}>
        {word(wordings.otherAccount)}
      </button>
    </div>
  )
}

/** So many letters stand in one line; of more, the last ones are always seen. */
const [limit, end] = [22, 11]

/** A name in one line: its letters get smaller, and then its middle is left out for the eye. */
function Name({ of: name }: { readonly of: string }) {
  const letters = [...withoutDirections(name)]
  return (
    <strong style={{ '--letters': letters.length } as CSSProperties}>
      {letters.length <= limit ? (
        <Isolated of={name} />
      ) : (
        <>
          <bdi aria-hidden="true">
            <span>{letters.slice(0, -end)}</span>
            {letters.slice(-end)}
          </bdi>
          <span className="unseen">{name}</span>
        </>
      )}
    </strong>
  )
}
