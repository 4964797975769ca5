import { expect, test } from 'vitest'
import { surveySteps } from './survey.ts'

/*
 * The survey of the specification in full, because the numbers on the wire count the options'
 * places.
 */

const importances = ["I don't care", 'Not that much', 'It helps', "Can't decide without them"]

test('the survey has these questions with these options, step by step (R-3.12-1 … R-3.12-19, R-3.13-1 … R-3.13-8)', () => {
  expect(surveySteps).toEqual([
    [
      { kind: 'one', field: 'Age', options: ['Under 18', '19 to 24', '25 to 34', 'Over 34'] },
      { kind: 'one', field: 'Gender', options: ['lady', 'dude', 'other'] },
      { kind: 'country', field: 'Country' },
    ],
    [
      {
        kind: 'one',
        field: 'DevType',
        options: ['Game Designer', 'Graphic Artist', 'Developer', 'Writer', 'Producer', 'Musician'],
      },
    ],
    [
      {
        kind: 'many',
        field: 'FavoriteFeatures',
        options: ['Dev Blogs', 'Forums', 'Ideas', 'Votes', 'Contests', 'Tutorials', 'Help'],
        other: null,
      },
    ],
    [
      {
        kind: 'many',
        field: 'SocialNetworks',
        options: [
          'Twitter',
          'Discord',
          'Facebook',
          'Reddit',
          'Instagram',
          'Youtube',
          'Twitch',
          'SnapChat',
        ],
        other: 'OtherSocialNetworks',
      },
    ],
    [
      {
        kind: 'many',
        field: 'Gameinformationources',
        options: ["Let's Plays", 'Video Guides', 'Written Guides', 'Wikis', 'Discussions'],
        other: 'OtherGameinformationources',
      },
    ],
    [{ kind: 'yes-no', field: 'HasInfluencers', which: 'Influencers' }],
    [
      {
        kind: 'many',
        field: 'GamingWebsites',
        options: [
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
        ],
        other: 'OtherGamingWebsites',
      },
    ],
    [
      { kind: 'one', field: 'Reviews_GamingWebsite', options: importances },
      { kind: 'one', field: 'Reviews_Influencers', options: importances },
      { kind: 'one', field: 'Reviews_Steam', options: importances },
    ],
    [{ kind: 'yes-no', field: 'HasOtherStudios', which: 'OtherStudios' }],
    [{ kind: 'message', field: 'AdditionnalMessage' }],
  ])
})
