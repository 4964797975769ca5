import { otherOption, type SurveyAnswers, type SurveyQuestion } from '@gatehouse/contract/survey'

export interface Choice {
  readonly option: string
  readonly isChosen: boolean
  /** What choosing it changes: a box that is ticked is unticked. */
  readonly difference: Partial<SurveyAnswers>
}

/** What a question offers to choose from, in its order; nothing for one that is written. */
export function choicesOf(question: SurveyQuestion, answers: SurveyAnswers): readonly Choice[] {
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
