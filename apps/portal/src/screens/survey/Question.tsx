import { useLingui } from '@lingui/react/macro'
import { countryIn, countryNamed, suggestCountries } from '@gatehouse/contract/countries'
import { bounds } from '@gatehouse/contract/limits'
import {
  askedText,
  type SurveyAnswers,
  type SurveyQuestion,
  otherOption,
} from '@gatehouse/contract/survey'
import { useId, useState } from 'react'
import { Combobox } from '../../forms/fields/Combobox.tsx'
import { FieldErrors } from '../../forms/fields/FieldErrors.tsx'
import { useFormField } from '../../forms/submit/formContext.ts'
import { TextArea } from '../../forms/fields/TextArea.tsx'
import { TextField } from '../../forms/fields/TextField.tsx'
import styles from './Survey.module.css'
import { optionWords, questionWords, textLabels } from './surveyWords.ts'

interface Props {
  readonly question: SurveyQuestion
  readonly answers: SurveyAnswers
  readonly onAnswer: (difference: Partial<SurveyAnswers>) => void
}

export function Question({ question, answers, onAnswer }: Props) {
  const { i18n } = useLingui()
  const { kind, field } = question
  return (
    <fieldset className={`stack ${styles.question}`}>
      <legend>{i18n._(questionWords[field])}</legend>
      {kind === 'country' ? (
        <CountryField answer={answers[field]} onAnswer={onAnswer} />
      ) : kind === 'message' ? (
        <TextArea
          name={field}
          label={i18n._(textLabels[field])}
          defaultValue={answers[field]}
          onInput={({ currentTarget }) => onAnswer({ [field]: currentTarget.value })}
        />
      ) : (
        <Choices question={question} answers={answers} onAnswer={onAnswer} />
      )}
    </fieldset>
  )
}

interface CountryProps {
  readonly answer: string
  readonly onAnswer: Props['onAnswer']
}

/** A country is typed and suggested in the language that is shown, and answered in English. */
function CountryField({ answer, onAnswer }: CountryProps) {
  const { i18n } = useLingui()
  const { locale } = i18n
  const [typed, setTyped] = useState(() => ({ locale, text: countryIn(answer, locale) }))
  return (
    <Combobox
      name="Country"
      label={i18n._(textLabels.Country)}
      value={typed.locale === locale ? typed.text : countryIn(answer, locale)}
      autoComplete="country-name"
      suggest={(text) => suggestCountries(text, locale)}
      onType={(text) => {
        setTyped({ locale, text })
        onAnswer({ Country: countryNamed(text, locale) ?? text })
      }}
    />
  )
}

/** The options of a question, what is wrong with the choice, and the text that it asks for. */
function Choices({ question, answers, onAnswer }: Props) {
  const { i18n } = useLingui()
  const id = useId()
  const { errors, forgetErrors } = useFormField(question.field)
  const text = askedText(question, answers)
  return (
    <>
      <div className="acts near">
        {choicesOf(question, answers).map(({ option, isChosen, difference }) => {
          const words = optionWords(option)
          return (
            <label key={option} className="tick near choice">
              <input
                type={question.kind === 'many' ? 'checkbox' : 'radio'}
                name={question.field}
                value={option}
                checked={isChosen}
                aria-invalid={errors.length > 0 || undefined}
                aria-describedby={id}
                onChange={() => {
                  forgetErrors()
                  onAnswer(difference)
                }}
              />
              <span>{words === null ? option : i18n._(words)}</span>
            </label>
          )
        })}
      </div>
      <FieldErrors id={id} errors={errors} />
      {text !== null && (
        <TextField
          name={text}
          label={i18n._(textLabels[text])}
          maxLength={bounds.text.max}
          dir="auto"
          autoComplete="off"
          enterKeyHint="done"
          defaultValue={answers[text]}
          onInput={({ currentTarget }) => onAnswer({ [text]: currentTarget.value })}
        />
      )}
    </>
  )
}

interface Choice {
  readonly option: string
  readonly isChosen: boolean
  /** The change that choosing it makes: a box that is ticked is unticked. */
  readonly difference: Partial<SurveyAnswers>
}

/** The choices of a question, in its order; none for one that is answered by a text. */
function choicesOf(question: SurveyQuestion, answers: SurveyAnswers): readonly Choice[] {
  const { kind, field } = question
  if (kind === 'one') {
    return question.options.map((option, index) => ({
      option,
      isChosen: answers[field] === index + 1,
      difference: { [field]: index + 1 },
    }))
  }
  if (kind === 'many') {
    const chosen = answers[field]
    const offered = question.other === null ? question.options : [...question.options, otherOption]
    return offered.map((option) => {
      const isChosen = chosen.includes(option)
      const others = chosen.filter((one) => one !== option)
      return { option, isChosen, difference: { [field]: isChosen ? others : [...chosen, option] } }
    })
  }
  if (kind === 'yes-no') {
    return [
      { option: 'Yes', isChosen: answers[field] === true, difference: { [field]: true } },
      { option: 'No', isChosen: answers[field] === false, difference: { [field]: false } },
    ]
  }
  return []
}
