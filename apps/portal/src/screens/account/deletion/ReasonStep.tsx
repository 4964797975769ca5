import { Trans, useLingui } from '@lingui/react/macro'
import type { DeletionType } from '@gatehouse/contract/entities'
import { Form } from '../../../forms/submit/Form.tsx'
import { TextArea } from '../../../forms/fields/TextArea.tsx'
import { usePortal } from '../../../context/portal.ts'
import { useScreenData } from '../../../context/useScreenData.ts'
import { Button } from '@gatehouse/ui/Button'
import { CancelButton } from '../../../ui/CancelButton.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { Isolated } from '../../../ui/Isolated.tsx'

export const reasonForm = 'deletion-reason'

export interface Reason {
  readonly type: DeletionType
  /** In the player's own words, for a type that asks for them. */
  readonly text: string
}

interface Props {
  /** The question above the list. */
  readonly title: string
  readonly reason: Reason | null
  readonly onChoose: (reason: Reason) => void
  readonly onConfirm: () => void
  readonly onSkip: () => void
  /** Null where there is no Cancel. */
  readonly onCancel: (() => void) | null
}

export function ReasonStep({ title, reason, onChoose, onConfirm, onSkip, onCancel }: Props) {
  const { session } = usePortal()
  const { t } = useLingui()
  const { value: types } = useScreenData(
    async () => (await session.api('listDeletionTypes', {})).DeletionTypes,
  )
  if (types === null) return <Skeleton />
  const isComplete = reason !== null && (!reason.type.IsOther || reason.text.trim() !== '')
  return (
    <>
      <p>{t`Tell us what went wrong, or skip this.`}</p>
      <Form
        name={reasonForm}
        submitLabel={<Trans>Confirm</Trans>}
        isComplete={isComplete}
        beside={
          <>
            <Button look="secondary" onClick={onSkip}>{t`Skip`}</Button>
            {onCancel && <CancelButton onClick={onCancel} />}
          </>
        }
        onSubmit={() => Promise.resolve(onConfirm())}
      >
        <fieldset className="stack near">
          <legend className="unseen">{title}</legend>
          {types.map((type) => (
            <label key={type.Id} className="tick choice">
              <input
                type="radio"
                name="Id_DeletionType"
                value={type.Id}
                checked={reason?.type.Id === type.Id}
                onChange={() => onChoose({ type, text: reason?.text ?? '' })}
              />
              <Isolated of={type.Description} />
            </label>
          ))}
        </fieldset>
        {reason?.type.IsOther === true && (
          <TextArea
            name="DeletionReason"
            label={t`Reason`}
            defaultValue={reason.text}
            onInput={({ currentTarget }) => onChoose({ ...reason, text: currentTarget.value })}
          />
        )}
      </Form>
    </>
  )
}
