/* The options of the qualification survey (specification, section 3), in its order and spelling. */

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

/** Ticks the free text beside a list; it is an option of three lists and no answer by itself. */
export const otherOption = 'Other'
