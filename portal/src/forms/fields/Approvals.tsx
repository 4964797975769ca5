import { useLingui } from '@lingui/react/macro'
import { Checkbox } from './Checkbox.tsx'

/** What a player agrees to before there is an account. */
export function Approvals({ asksCodeOfConduct }: { readonly asksCodeOfConduct: boolean }) {
  const { t } = useLingui()
  return (
    <>
      <Checkbox
        isRequired
        name="ApprovePrivacyPolicy"
        label={t`I have read and acknowledge the Privacy Policy.`}
      />
      <Checkbox isRequired name="ApproveEULA" label={t`I accept the account Terms & Conditions.`} />
      {asksCodeOfConduct && (
        <Checkbox isRequired name="ApproveCodeOfConduct" label={t`I accept the Code of Conduct.`} />
      )}
    </>
  )
}
