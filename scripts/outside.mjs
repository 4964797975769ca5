/** The settings that point the server at the stand-ins instead of the real outside. */
export function outsideAt(standIns) {
  return {
    STEAM_OPENID_ENDPOINT: `${standIns}/steam/openid/login`,
    STEAM_API_BASE: `${standIns}/steam`,
    TWITCH_ID_BASE: `${standIns}/twitch`,
    TWITCH_API_BASE: `${standIns}/twitch`,
    EPIC_AUTH_BASE: `${standIns}/epic`,
    EPIC_API_BASE: `${standIns}/epic`,
    MS_LOGIN_BASE: `${standIns}/xbox`,
    XBOX_USER_BASE: `${standIns}/xbox`,
    XBOX_XSTS_BASE: `${standIns}/xbox`,
    XBOX_PROFILE_BASE: `${standIns}/xbox`,
  }
}
