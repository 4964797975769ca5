import { useLingui } from '@lingui/react/macro'
import { Checkbox } from './Checkbox.tsx'

/** What a player agrees to before there is an account. */
export function Approvals({ asksCodeOfConduct }: { readonly asksCodeOfConduct: boolean }) {
  const { t } = useLingui()
  return (
    <>
      <Checkbox
        name="ApprovePrivacyPolicy"
        label={t`I have read and acknowledge the Privacy Policy.`}
      />
      <Checkbox name="ApproveEULA" label={t`I accept the account Terms & Conditions.`} />
      {asksCodeOfConduct && (
        <Checkbox name="ApproveCodeOfConduct" label={t`I accept the Code of Conduct.`} />
      )}
    </>
  )
}
