import { titleNameOf } from '@gatehouse/contract/display'
import type { Identification } from '@gatehouse/contract/entities'
import { mediaUrl } from '../../session/siteUrls.ts'
import { usePortal, useSettings } from '../../context/portal.ts'
import { useWording, wordings } from '../../context/wording.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import styles from './Identity.module.css'
import { Isolated } from '../../ui/Isolated.tsx'

interface Props {
  /** Of the name, for what it describes. */
  readonly id?: string
  readonly identified: Identification
  readonly onStartOver: () => void
}

/** The account that was found, and the way out for another player. */
export function Identity({ id, identified, onStartOver }: Props) {
  const { configuration } = useSettings()
  const { pageState } = usePortal()
  const word = useWording()
  const { TitleName, AvatarUrl } = identified
  // Where answers must not reveal whose an address is, they leave the name out: then what was typed.
  const name = identified.Username || pageState.current.username
  const title = titleNameOf(TitleName)
  return (
    <div className={styles.identity}>
      <Avatar image={mediaUrl(AvatarUrl, configuration.MediasUrl)} name={name} />
      <div id={id}>
        <strong>
          <Isolated of={name} />
        </strong>
        {title !== '' && <span dir="auto">{title}</span>}
      </div>
      <button type="button" className={styles.notYours} onClick={onStartOver}>
        {word(wordings.otherAccount)}
      </button>
    </div>
  )
}
