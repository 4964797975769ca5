import { type SurveyAnswers, surveySteps, unansweredField } from '@gatehouse/contract/survey'
import { useEffect, useState } from 'react'
import { tabStore } from '../../storage/tabStore.ts'

interface Filled {
  readonly answers: SurveyAnswers
  /** How many steps were shown so far: a step that was shown stays. */
  readonly reached: number
}

const blank: SurveyAnswers = {
  Age: null,
  Gender: null,
  Country: '',
  DevType: null,
  FavoriteFeatures: [],
  SocialNetworks: [],
  OtherSocialNetworks: '',
  Gameinformationources: [],
  OtherGameinformationources: '',
  HasInfluencers: null,
  Influencers: '',
  GamingWebsites: [],
  OtherGamingWebsites: '',
  Reviews_GamingWebsite: null,
  Reviews_Influencers: null,
  Reviews_Steam: null,
  HasOtherStudios: null,
  OtherStudios: '',
  AdditionnalMessage: '',
}

/** The answers of a player, kept in this tab until they are sent. */
export function useAnswers(userId: number) {
  const place = `survey.${userId}`
  const [filled, setFilled] = useState(() => readFilled(tabStore.read(place)))

  useEffect(() => tabStore.keep(place, filled), [place, filled])

  return {
    ...filled,
    answer(difference: Partial<SurveyAnswers>) {
      setFilled(({ answers, reached }) => {
        const next = { ...answers, ...difference }
        return { answers: next, reached: Math.max(reached, firstIncompleteStep(next)) }
      })
    },
    forget: () => tabStore.forget(place),
  }
}

/** 1 for the first step; the last when every step is complete. */
function firstIncompleteStep(answers: SurveyAnswers): number {
  const index = surveySteps.findIndex((questions) =>
    questions.some((question) => unansweredField(question, answers) !== null),
  )
  return index === -1 ? surveySteps.length : index + 1
}

/** The answers that a tab has kept, without invalid ones. */
function readFilled(kept: unknown): Filled {
  const { answers, reached } = (kept ?? {}) as { answers?: unknown; reached?: unknown }
  const fitting = Object.entries(answers ?? {}).filter(([field, answer]) => fits(field, answer))
  const read: SurveyAnswers = { ...blank, ...Object.fromEntries(fitting) }
  const isStep = typeof reached === 'number' && surveySteps[reached - 1] !== undefined
  return { answers: read, reached: Math.max(isStep ? reached : 1, firstIncompleteStep(read)) }
}

function fits(field: string, answer: unknown): boolean {
  const empty = (blank as Readonly<Record<string, unknown>>)[field]
  if (typeof empty === 'string') return typeof answer === 'string'
  if (empty === null) return ['number', 'boolean'].includes(typeof answer)
  return (
    Array.isArray(empty) && Array.isArray(answer) && answer.every((one) => typeof one === 'string')
  )
}
