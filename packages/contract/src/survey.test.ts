import { describe, expect, test } from 'vitest'
import {
  otherOption,
  type SurveyAnswers,
  surveyQuestions,
  surveySteps,
  tidyAnswers,
  unansweredField,
} from './survey.ts'

const answered: SurveyAnswers = {
  Age: 4,
  Gender: 3,
  Country: 'France',
  DevType: 6,
  FavoriteFeatures: ['Help'],
  SocialNetworks: ['Discord', otherOption],
  OtherSocialNetworks: 'Mastodon',
  Gameinformationources: ['Wikis'],
  OtherGameinformationources: '',
  HasInfluencers: true,
  Influencers: 'Ann',
  GamingWebsites: ['IGN'],
  OtherGamingWebsites: '',
  Reviews_GamingWebsite: 1,
  Reviews_Influencers: 2,
  Reviews_Steam: 4,
  HasOtherStudios: false,
  OtherStudios: '',
  AdditionnalMessage: '',
}

function unanswered(differences: Partial<SurveyAnswers>) {
  const answers = { ...answered, ...differences }
  return surveyQuestions
    .map((question) => unansweredField(question, answers))
    .filter((field) => field !== null)
}

test('the survey has ten steps and twenty websites (R-2.22-1, R-3.13-7)', () => {
  expect(surveySteps).toHaveLength(10)
  const websites = surveyQuestions.find(({ field }) => field === 'GamingWebsites')
  expect(websites).toHaveProperty('options.length', 20)
})

describe('an answer', () => {
  test('is required for every question but the message (R-5.7-1)', () => {
    expect(unanswered({})).toEqual([])
    expect(unanswered({ AdditionnalMessage: ' ' })).toEqual([])
  })

  test.each<Partial<SurveyAnswers>>([
    { Age: null },
    { Age: 0 },
    { Gender: 4 },
    { DevType: 1.5 },
    { Country: '' },
    { Country: 'Atlantis' },
    { FavoriteFeatures: [] },
    { FavoriteFeatures: [otherOption] },
    { SocialNetworks: ['Discord', 'MySpace'] },
    { OtherSocialNetworks: ' ' },
    { HasInfluencers: null },
    { Influencers: '' },
    { Reviews_Steam: 5 },
  ])('is missing in %j (R-5.7-2 … R-5.7-6)', (difference) => {
    expect(unanswered(difference)).toEqual(Object.keys(difference))
  })

  test('names a country in any case, with or without its accents', () => {
    expect(unanswered({ Country: ' frAncé ' })).toEqual([])
  })
})

test('the server keeps no text without its question, and no option twice', () => {
  const tidy = tidyAnswers({
    ...answered,
    Country: ' frAncé ',
    SocialNetworks: ['Discord', 'Discord'],
    HasInfluencers: false,
    AdditionnalMessage: ' hello ',
  })
  expect(tidy).toEqual({
    ...answered,
    SocialNetworks: ['Discord'],
    OtherSocialNetworks: '',
    HasInfluencers: false,
    Influencers: '',
    AdditionnalMessage: 'hello',
  })
})
