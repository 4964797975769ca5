import { paths } from '@gatehouse/contract/routes'
import { type ReactNode, useId, useState } from 'react'
import { Link } from '../src/router/Link.tsx'
import { Avatar } from '../src/ui/Avatar.tsx'
import { Button, type Look } from '@gatehouse/ui/Button'
import { DialogWithMessages } from '../src/ui/DialogWithMessages.tsx'
import { SuccessNote } from '../src/ui/feedback/SuccessNote.tsx'
import { Empty } from '../src/ui/feedback/Empty.tsx'
import { Icon, iconNames } from '@gatehouse/ui/Icon'
import { WayIcon, wayIconNames } from '@gatehouse/ui/WayIcon'
import { LinkButton } from '../src/ui/LinkButton.tsx'
import { Notice } from '@gatehouse/ui/Notice'
import { Progress } from '../src/ui/feedback/Progress.tsx'
import { ActionErrors } from '../src/ui/feedback/ActionErrors.tsx'
import { Skeleton } from '../src/ui/feedback/Skeleton.tsx'
import { Switch } from '../src/ui/Switch.tsx'
import { StatusMessage } from '../src/ui/StatusMessage.tsx'
import { Wordmark } from '../src/ui/Wordmark.tsx'
import styles from './Gallery.module.css'
import { themeNames } from '../src/themes/applyTheme.ts'
import { schemes } from '../src/themes/scheme.ts'
import { Checkbox } from '../src/forms/fields/Checkbox.tsx'
import { Combobox } from '../src/forms/fields/Combobox.tsx'
import { DateField } from '../src/forms/fields/DateField.tsx'
import { Form } from '../src/forms/submit/Form.tsx'
import { NewPasswordField } from '../src/forms/fields/NewPasswordField.tsx'
import { PasswordField } from '../src/forms/fields/PasswordField.tsx'
import { throwFormError } from '../src/forms/submit/FormError.ts'
import { TextArea } from '../src/forms/fields/TextArea.tsx'
import { TextField } from '../src/forms/fields/TextField.tsx'

const looks: readonly Look[] = ['primary', 'secondary', 'quiet', 'danger']

/** Every part in all its states, in the theme and the scheme of the document. */
export function GalleryParts() {
  return (
    <main className={styles.parts}>
      <Part name="Theme">
        <ThemeChoice />
      </Part>
      <Part name="Words">
        <Wordmark name="Studio" badge="TRIAL" />
        <h1>The quick brown fox</h1>
        <h2>jumps over the lazy dog</h2>
        <p>
          What is read for longer, and <Link to={paths.login}>a link</Link> in it.
        </p>
      </Part>
      <Part name="Art">
        <div className={styles.art} />
      </Part>
      <Part name="Buttons">
        {looks.map((look) => (
          <div key={look} className={styles.row}>
            <Button look={look}>{look}</Button>
            <Button look={look} isBusy>
              busy
            </Button>
            <Button look={look} disabled>
              disabled
            </Button>
          </div>
        ))}
        <LinkButton href="#page">a page</LinkButton>
      </Part>
      <Part name="Fields">
        <Fields />
      </Part>
      <Part name="Switches, avatars, icons">
        <Switches />
        <div className={styles.row}>
          <Avatar image="" name="Ada" size="tiny" />
          <Avatar image="" name="Ada" />
        </div>
        <div className={styles.row}>
          {iconNames.map((name) => (
            <Icon key={name} name={name} />
          ))}
          {wayIconNames.map((name) => (
            <WayIcon key={name} name={name} />
          ))}
        </div>
      </Part>
      <Part name="Messages">
        <Notice>
          <p>Something concerns the whole form.</p>
        </Notice>
        <SuccessNote>Something went well, and what comes next depends on it.</SuccessNote>
        <ActionErrors errors={[() => 'This was refused.', () => 'And this.']} />
        <Empty drawing="camp">What would be here, in a sentence.</Empty>
        <PortalNotification />
        <Dialogs />
      </Part>
      <Part name="On its way">
        <Skeleton />
        <Progress />
      </Part>
    </main>
  )
}

function Part({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{name}</h2>
      {children}
    </section>
  )
}

function Switches() {
  const id = useId()
  const [isOn, turn] = useState(true)
  return (
    <div className={styles.row}>
      <span id={id}>Switches</span>
      <Switch isOn={isOn} onChange={turn} aria-labelledby={id} />
      <Switch isOn={!isOn} onChange={() => turn(!isOn)} aria-labelledby={id} />
      <Switch isOn isBusy onChange={() => undefined} aria-labelledby={id} />
    </div>
  )
}

function PortalNotification() {
  const [count, next] = useState(0)
  return (
    <div>
      <Button look="secondary" onClick={() => next(count + 1)}>
        Say something
      </Button>
      <StatusMessage words={count === 0 ? '' : `Done, for the ${count}. time.`} />
    </div>
  )
}

function Dialogs() {
  const [isOpen, open] = useState(false)
  return (
    <p>
      <Button look="secondary" onClick={() => open(true)}>
        Open a dialog
      </Button>
      {isOpen && (
        <DialogWithMessages title="May it be?" onCancel={() => open(false)}>
          <p>Escape closes it, and the focus goes back.</p>
          <div className={styles.row}>
            <Button look="danger" onClick={() => open(false)}>
              Yes
            </Button>
            <Button look="secondary" onClick={() => open(false)}>
              No
            </Button>
          </div>
        </DialogWithMessages>
      )}
    </p>
  )
}

/** Reloads the page in another theme or scheme. */
function ThemeChoice() {
  const query = new URLSearchParams(location.search)
  return (
    <form
      action="/__ui"
      className={styles.row}
      onChange={({ currentTarget }) => currentTarget.submit()}
    >
      <Choice name="theme" values={themeNames} chosen={query.get('theme')} />
      <Choice name="scheme" values={schemes} chosen={query.get('scheme')} />
      <a href="/__ui">All of them</a>
    </form>
  )
}

interface Props {
  readonly name: string
  readonly values: readonly string[]
  readonly chosen: string | null
}

function Choice({ name, values, chosen }: Props) {
  return (
    <label>
      {name}{' '}
      <select name={name} defaultValue={chosen ?? values[0]}>
        {values.map((value) => (
          <option key={value}>{value}</option>
        ))}
      </select>
    </label>
  )
}

const cities = ['Aarhus', 'Bergen', 'Cork', 'Delft']

/** A form with one of each field. Sending it shows the one state that cannot be drawn: refused. */
function Fields() {
  const [city, setCity] = useState('')
  return (
    <Form
      name="gallery"
      submitLabel="Send and be refused"
      onSubmit={async () => throwFormError('ERROR_NOT_ALLOWED')}
    >
      <TextField name="Plain" label="A text" />
      <TextField name="Hinted" label="With a hint" hint="Before a mistake, not after it." />
      <TextField
        name="Wrong"
        label="With an error"
        checkedError="This cannot be."
        defaultValue="Wrong"
      />
      <PasswordField name="Password" label="Password" autoComplete="current-password" />
      <NewPasswordField name="NewPassword" label="New password" username="" email="" />
      <DateField name="DateOfBirth" label="Date of birth" hint="YYYY-MM-DD" />
      <Combobox
        autoComplete="off"
        name="City"
        label="City"
        value={city}
        suggest={(typed) => cities.filter((name) => name.startsWith(typed))}
        onType={setCity}
      />
      <TextArea name="Longer" label="Several lines" />
      <Checkbox name="Box" label="A box that is empty until it is ticked." />
    </Form>
  )
}
