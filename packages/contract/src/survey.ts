import { countryNamed } from './countries.ts'

/*
 * The qualification survey (specification, section 3) as one table. It has ten steps, their
 * questions in order, and the options in the specification's order and spelling. The portal shows
 * the table, the server checks answers by it. Numbers travel 1-based in the order of the options,
 * lists as the options' texts.
 */

export const ages = ['Under 18', '19 to 24', '25 to 34', 'Over 34'] as const
export const genders = ['lady', 'dude', 'other'] as const
export const developerTypes = [
  'Game Designer',
  'Graphic Artist',
  'Developer',
  'Writer',
  'Producer',
  'Musician',
] as const
export const favoriteFeatures = [
  'Dev Blogs',
  'Forums',
  'Ideas',
  'Votes',
  'Contests',
  'Tutorials',
  'Help',
] as const
export const socialNetworks = [
  'Twitter',
  'Discord',
  'Facebook',
  'Reddit',
  'Instagram',
  'Youtube',
  'Twitch',
  'SnapChat',
] as const
export const informationSources = [
  "Let's Plays",
  'Video Guides',
  'Written Guides',
  'Wikis',
  'Discussions',
] as const
export const gamingWebsites = [
  'IGN',
  'GameSpot',
  'PC Gamer',
  'Eurogamer',
  'Polygon',
  'Kotaku',
  'Rock Paper Shotgun',
  'GamesRadar+',
  'VG247',
  'Destructoid',
  'Game Informer',
  'PCGamesN',
  'VGC',
  'GamesIndustry.biz',
  'Gamasutra',
  'Shacknews',
  'The Escapist',
  'Giant Bomb',
  'Jeuxvideo.com',
  '4Players',
] as const
export const reviewImportances = [
  "I don't care",
  'Not that much',
  'It helps',
  "Can't decide without them",
] as const

/** The option of a list that requires its own text. */
export const otherOption = 'Other'

export type ChoiceField =
  | 'Age'
  | 'Gender'
  | 'DevType'
  | 'Reviews_GamingWebsite'
  | 'Reviews_Influencers'
  | 'Reviews_Steam'
export type ListField =
  | 'FavoriteFeatures'
  | 'SocialNetworks'
  | 'Gameinformationources'
  | 'GamingWebsites'
export type YesNoField = 'HasInfluencers' | 'HasOtherStudios'
export type SurveyTextField =
  | 'Country'
  | 'OtherSocialNetworks'
  | 'OtherGameinformationources'
  | 'Influencers'
  | 'OtherGamingWebsites'
  | 'OtherStudios'
  | 'AdditionnalMessage'

/**
 * One of the options, or at least one of them for `many`. `other` is the field that specifies
 * 'Other'.
 */
export type SurveyQuestion =
  | { readonly kind: 'one'; readonly field: ChoiceField; readonly options: readonly string[] }
  | {
      readonly kind: 'many'
      readonly field: ListField
      readonly options: readonly string[]
      readonly other: SurveyTextField | null
    }
  | { readonly kind: 'country'; readonly field: 'Country' }
  /** A yes requires the text of `which`. */
  | { readonly kind: 'yes-no'; readonly field: YesNoField; readonly which: SurveyTextField }
  /** The only optional question. */
  | { readonly kind: 'message'; readonly field: 'AdditionnalMessage' }

export type SurveyField = ChoiceField | ListField | YesNoField | SurveyTextField

type Answers = Record<ChoiceField, number | null> &
  Record<ListField, string[]> &
  Record<YesNoField, boolean | null> &
  Record<SurveyTextField, string>

/** The answers on the wire; null is an unanswered question. */
export type SurveyAnswers = Readonly<Answers>

export const surveySteps: readonly (readonly SurveyQuestion[])[] = [
  [
    { kind: 'one', field: 'Age', options: ages },
    { kind: 'one', field: 'Gender', options: genders },
    { kind: 'country', field: 'Country' },
  ],
  [{ kind: 'one', field: 'DevType', options: developerTypes }],
  [{ kind: 'many', field: 'FavoriteFeatures', options: favoriteFeatures, other: null }],
  [
    {
      kind: 'many',
      field: 'SocialNetworks',
      options: socialNetworks,
      other: 'OtherSocialNetworks',
    },
  ],
  [
    {
      kind: 'many',
      field: 'Gameinformationources',
      options: informationSources,
      other: 'OtherGameinformationources',
    },
  ],
  [{ kind: 'yes-no', field: 'HasInfluencers', which: 'Influencers' }],
  [
    {
      kind: 'many',
      field: 'GamingWebsites',
      options: gamingWebsites,
      other: 'OtherGamingWebsites',
    },
  ],
  [
    { kind: 'one', field: 'Reviews_GamingWebsite', options: reviewImportances },
    { kind: 'one', field: 'Reviews_Influencers', options: reviewImportances },
    { kind: 'one', field: 'Reviews_Steam', options: reviewImportances },
  ],
  [{ kind: 'yes-no', field: 'HasOtherStudios', which: 'OtherStudios' }],
  [{ kind: 'message', field: 'AdditionnalMessage' }],
]

export const surveyQuestions: readonly SurveyQuestion[] = surveySteps.flat()

/**
 * The text that an answer requires: the meaning of 'Other' or of a yes; null without such a text.
 */
export function askedText(
  question: SurveyQuestion,
  answers: SurveyAnswers,
): SurveyTextField | null {
  const { kind, field } = question
  if (kind === 'many') return answers[field].includes(otherOption) ? question.other : null
  return kind === 'yes-no' && answers[field] === true ? question.which : null
}

/**
 * The field of a question whose answer is missing or none of its options; null when the answer is
 * complete. A blank text is no answer.
 */
export function unansweredField(
  question: SurveyQuestion,
  answers: SurveyAnswers,
): SurveyField | null {
  if (!hasAnswer(question, answers)) return question.field
  const text = askedText(question, answers)
  return text !== null && answers[text].trim() === '' ? text : null
}

function hasAnswer(question: SurveyQuestion, answers: SurveyAnswers): boolean {
  const { kind, field } = question
  if (kind === 'one') {
    const answer = answers[field]
    return answer !== null && question.options[answer - 1] !== undefined
  }
  if (kind === 'many') {
    const { options, other } = question
    const offered = other === null ? options : [...options, otherOption]
    return answers[field].length > 0 && answers[field].every((one) => offered.includes(one))
  }
  if (kind === 'country') return countryNamed(answers[field]) !== null
  return kind === 'message' || answers[field] !== null
}

/** The answers to send and keep: texts only for their questions, no option twice. */
export function tidyAnswers(answers: SurveyAnswers): SurveyAnswers {
  const tidy: Answers = { ...answers, Country: countryNamed(answers.Country) ?? '' }
  for (const question of surveyQuestions) {
    const { kind, field } = question
    if (kind === 'message') tidy[field] = answers[field].trim()
    if (kind === 'many') tidy[field] = [...new Set(answers[field])]
    const text = kind === 'many' ? question.other : kind === 'yes-no' ? question.which : null
    if (text !== null)
      tidy[text] = askedText(question, answers) === text ? answers[text].trim() : ''
  }
  return tidy
}
