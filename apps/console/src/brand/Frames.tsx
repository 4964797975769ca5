import { Button } from '@gatehouse/ui/Button'
import type { Language } from '@gatehouse/contract/languages'
import { Picture, type Size, type View } from './Picture.tsx'
import type { Pressed } from './pressed.ts'
import type { Overlay, Shown } from './studio.ts'

const phone: Size = { width: 390, height: 780, scale: 0.36 }
const desktop: Size = { width: 1280, height: 800, scale: 0.3 }

interface FrameRow {
  readonly title: string
  readonly size: Size
  readonly view: Partial<View> & { readonly language?: Language }
  readonly isMail?: true
}

/** The frames in which a look is judged, all at once. */
const frames: readonly FrameRow[] = [
  { title: 'Desktop', size: desktop, view: {} },
  { title: 'Phone', size: phone, view: {} },
  { title: 'A mail', size: { width: 600, height: 780, scale: 0.36 }, view: {}, isMail: true },
  { title: 'Dark', size: phone, view: { scheme: 'dark' } },
  { title: 'Arabic', size: phone, view: { language: 'ar' } },
  { title: 'Television, 720p', size: { ...desktop, height: 720 }, view: { scheme: 'dark' } },
  { title: 'Text at 200 %', size: phone, view: { textSize: 200 } },
  { title: 'Forced colours', size: phone, view: { isForced: true } },
]

/** The screen and the mail of the pictures; the name of the mail begins with `mail:`. */
export interface Looked {
  readonly screen: string
  readonly mail: string
  readonly language: Language
}

interface Props {
  readonly address: string
  readonly shown: Shown
  readonly changes: Overlay
  readonly looked: Looked
  readonly onLook: (looked: Looked) => void
  /** True while the draft is saved or sent. */
  readonly isBusy: boolean
  /** Sends the mail to the person; null where that may not be. */
  readonly onTest: (() => void) | null
  /** Takes the words that were pressed in a picture. */
  readonly onPress: (pressed: Pressed) => void
}

/** Eight pictures of the draft, which follow each change. */
export function Frames({
  address,
  shown,
  changes,
  looked,
  onLook,
  isBusy,
  onTest,
  onPress,
}: Props) {
  const screens = shown.views.filter(({ what }) => !what.startsWith('mail:'))
  const mails = shown.views.filter(({ what }) => what.startsWith('mail:'))
  const { screen, mail, language } = looked
  return (
    <section aria-label="Preview" className="frames">
      <div className="filters">
        <Choice
          label="Screen"
          value={screen}
          options={screens}
          onChange={(next) => onLook({ ...looked, screen: next })}
        />
        <Choice
          label="Mail"
          value={mail}
          options={mails}
          onChange={(next) => onLook({ ...looked, mail: next })}
        />
        <Choice
          label="Language"
          value={language}
          options={shown.languages.map((tag) => ({ what: tag, title: tag }))}
          onChange={(next) => onLook({ ...looked, language: next as Language })}
        />
        {onTest !== null && (
          <Button look="secondary" isBusy={isBusy} onClick={onTest}>
            Test mail to me
          </Button>
        )}
      </div>
      <p className="about">Press a sentence in a picture to change its words.</p>
      <div className="pictures">
        {frames.map(({ title, size, view, isMail }) => (
          <Picture
            key={title}
            title={title}
            address={address}
            changes={changes}
            size={size}
            view={{ what: isMail ? mail : screen, language, scheme: 'light', ...view }}
            onPress={(said) => onPress({ said, language: view.language ?? language })}
          />
        ))}
      </div>
    </section>
  )
}

interface ChoiceProps {
  readonly label: string
  readonly value: string
  readonly options: Shown['views']
  readonly onChange: (value: string) => void
}

export function Choice({ label, value, options, onChange }: ChoiceProps) {
  return (
    <label>
      {label}
      <select value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        {options.map(({ what, title }) => (
          <option key={what} value={what}>
            {title}
          </option>
        ))}
      </select>
    </label>
  )
}
