import { useState } from 'react'
import { Checkbox } from '../forms/fields/Checkbox.tsx'
import { Combobox } from '../forms/fields/Combobox.tsx'
import { DateField } from '../forms/fields/DateField.tsx'
import { Form } from '../forms/submit/Form.tsx'
import { NewPasswordField } from '../forms/fields/NewPasswordField.tsx'
import { PasswordField } from '../forms/fields/PasswordField.tsx'
import { throwFormError } from '../forms/submit/FormError.ts'
import { TextArea } from '../forms/fields/TextArea.tsx'
import { TextField } from '../forms/fields/TextField.tsx'

const cities = ['Aarhus', 'Bergen', 'Cork', 'Delft']

/** A form with one of each field. Sending it shows the one state that cannot be drawn: refused. */
export function Fields() {
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
        label="With a error"
        ownError="This cannot be."
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
