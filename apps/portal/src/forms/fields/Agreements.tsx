import { Trans } from '@lingui/react/macro'
import { useSettings } from '../../context/portal.ts'
import { OutsideLink } from '../../ui/OutsideLink.tsx'
import { Checkbox } from './Checkbox.tsx'

/** The agreements before there is an account, with the texts where the studio has them. */
export function Agreements({ asksCodeOfConduct }: { readonly asksCodeOfConduct: boolean }) {
  const { PrivacyPolicy, Terms, CodeOfConduct } = useSettings().configuration.LegalUrls
  return (
    <>
      <Checkbox
        isRequired
        name="ApprovePrivacyPolicy"
        label={
          <Trans>
            I have read and acknowledge the{' '}
            <OutsideLink href={PrivacyPolicy}>Privacy Policy</OutsideLink>.
          </Trans>
        }
      />
      <Checkbox
        isRequired
        name="ApproveEULA"
        label={
          <Trans>
            I accept the account <OutsideLink href={Terms}>Terms & Conditions</OutsideLink>.
          </Trans>
        }
      />
      {asksCodeOfConduct && (
        <Checkbox
          isRequired
          name="ApproveCodeOfConduct"
          label={
            <Trans>
              I accept the <OutsideLink href={CodeOfConduct}>Code of Conduct</OutsideLink>.
            </Trans>
          }
        />
      )}
    </>
  )
}
