import { expect, test } from 'vitest'
import { optionWords, questionWords } from './surveyWords.ts'

/* The words that players read: they must not drift from the numbers and texts that travel. */

test('the survey asks in these words (R-3.12-1 … R-3.12-19)', () => {
  const shown = Object.entries(questionWords).map(([field, { message }]) => [field, message])
  expect(Object.fromEntries(shown)).toEqual({
    Age: 'How old are you?',
    Gender: 'You are a …',
    Country: 'Where do you live?',
    DevType: 'If you made games, what would you be?',
    FavoriteFeatures: 'Which parts of our site do you like best?',
    SocialNetworks: 'Which social networks do you use?',
    Gameinformationources: 'Where do you get your information about a game?',
    HasInfluencers: 'Do you follow influencers who talk about games?',
    GamingWebsites: 'Which gaming websites do you read?',
    Reviews_GamingWebsite: 'How much do reviews on gaming websites count when you pick a game?',
    Reviews_Influencers: 'How much do reviews by influencers count?',
    Reviews_Steam: 'How much do reviews on Steam count?',
    HasOtherStudios: 'Do you follow other studios?',
    AdditionnalMessage: 'Anything else you want to tell us?',
  })
})

const options = [
  ['Under 18', '19 to 24', '25 to 34', 'Over 34'],
  ['lady', 'dude', 'other'],
  ['Game Designer', 'Graphic Artist', 'Developer', 'Writer', 'Producer', 'Musician'],
  ['Dev Blogs', 'Forums', 'Ideas', 'Votes', 'Contests', 'Tutorials', 'Help'],
  ["Let's Plays", 'Video Guides', 'Written Guides', 'Wikis', 'Discussions'],
  ["I don't care", 'Not that much', 'It helps', "Can't decide without them"],
].flat()

test.each(options)(
  'the option %s is shown as the specification spells it (R-3.13-1 … R-3.13-8)',
  (option) => {
    expect(optionWords(option)?.message).toBe(option)
  },
)
