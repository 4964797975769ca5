import type { SessionAnswers } from '../sessionAnswers.ts'

/** The session of a player who is none, for pictures of screens, and for tests. */
export function sampleSession(ApiUrl: string): SessionAnswers {
  return {
    ApiUrl,
    Identity: 'sample',
    Token: {
      Value: 'sample',
      Refresh: 'sample',
      Id_User: 1,
      Validated: true,
      Refreshed: false,
      ExprireAt: '2999-01-01T00:00:00Z',
    },
    User: {
      Id: 1,
      Username: 'PlayerOne',
      Email: 'player@example.com',
      AvatarUrl: '',
      Titles: '',
      TitleName: '',
      CreatedAt: '2021-05-04T12:00:00Z',
      SteamCheck: false,
      IsCookiePopupSeen: true,
      Blocks: [{ Id: 7, Username: 'PlayerSeven', AvatarUrl: '' }],
    },
    Connects: [],
  }
}
