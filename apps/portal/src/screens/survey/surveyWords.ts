import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type {
  ages,
  developerTypes,
  favoriteFeatures,
  genders,
  informationSources,
  otherOption,
  reviewImportances,
  SurveyQuestion,
  SurveyTextField,
} from '@gatehouse/contract/survey'

/** The words of each question, by its field. */
export const questionWords: Record<SurveyQuestion['field'], MessageDescriptor> = {
  Age: msg`How old are you?`,
  Gender: msg`You are a …`,
  Country: msg`Where do you live?`,
  DevType: msg`If you made games, what would you be?`,
  FavoriteFeatures: msg`Which parts of our site do you like best?`,
  SocialNetworks: msg`Which social networks do you use?`,
  Gameinformationources: msg`Where do you get your information about a game?`,
  HasInfluencers: msg`Do you follow influencers who talk about games?`,
  GamingWebsites: msg`Which gaming websites do you read?`,
  Reviews_GamingWebsite: msg`How much do reviews on gaming websites count when you pick a game?`,
  Reviews_Influencers: msg`How much do reviews by influencers count?`,
  Reviews_Steam: msg`How much do reviews on Steam count?`,
  HasOtherStudios: msg`Do you follow other studios?`,
  AdditionnalMessage: msg`Anything else you want to tell us?`,
}

/** The labels of the fields that take a text. */
export const textLabels: Record<SurveyTextField, MessageDescriptor> = {
  Country: msg`Country`,
  OtherSocialNetworks: msg`Which other social networks?`,
  OtherGameinformationources: msg`Which other sources?`,
  Influencers: msg`Which influencers?`,
  OtherGamingWebsites: msg`Which other websites?`,
  OtherStudios: msg`Which studios?`,
  AdditionnalMessage: msg`Message (optional)`,
}

type WordOption =
  | (typeof ages)[number]
  | (typeof genders)[number]
  | (typeof developerTypes)[number]
  | (typeof favoriteFeatures)[number]
  | (typeof informationSources)[number]
  | (typeof reviewImportances)[number]
  | typeof otherOption
  | 'Yes'
  | 'No'

/** The words of an option; null for networks and websites, whose names are the same everywhere. */
export function optionWords(option: string): MessageDescriptor | null {
  return (words as Readonly<Record<string, MessageDescriptor>>)[option] ?? null
}

const words: Readonly<Record<WordOption, MessageDescriptor>> = {
  'Under 18': msg`Under 18`,
  '19 to 24': msg`19 to 24`,
  '25 to 34': msg`25 to 34`,
  'Over 34': msg`Over 34`,
  lady: msg`lady`,
  dude: msg`dude`,
  other: msg`other`,
  'Game Designer': msg`Game Designer`,
  'Graphic Artist': msg`Graphic Artist`,
  Developer: msg`Developer`,
  Writer: msg`Writer`,
  Producer: msg`Producer`,
  Musician: msg`Musician`,
  'Dev Blogs': msg`Dev Blogs`,
  Forums: msg`Forums`,
  Ideas: msg`Ideas`,
  Votes: msg`Votes`,
  Contests: msg`Contests`,
  Tutorials: msg`Tutorials`,
  Help: msg`Help`,
  "Let's Plays": msg`Let's Plays`,
  'Video Guides': msg`Video Guides`,
  'Written Guides': msg`Written Guides`,
  Wikis: msg`Wikis`,
  Discussions: msg`Discussions`,
  "I don't care": msg`I don't care`,
  'Not that much': msg`Not that much`,
  'It helps': msg`It helps`,
  "Can't decide without them": msg`Can't decide without them`,
  Other: msg`Other`,
  Yes: msg`Yes`,
  No: msg`No`,
}
