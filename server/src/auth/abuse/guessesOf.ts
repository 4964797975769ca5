/** The counter of wrong passwords that unknown browsers share for a player, under any of the names. */
export function guessesOf(playerId: number) {
  return ['wrongPasswords', `player ${playerId}`] as const
}
