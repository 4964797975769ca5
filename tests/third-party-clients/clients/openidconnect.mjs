import { build, hasTool } from '../stage/build.mjs'
import { runProgram } from '../stage/program.mjs'
import { withServer } from '../stage/registrations.mjs'

export const name = 'openidconnect (Rust)'
export const title = 'openidconnect of Rust signs a player in, refreshes and signs out (O90)'
export const isHere = () => hasTool('cargo')
export const registrationAt = (site) => withServer(site)

export function play(stage) {
  const [program] = build('cargo', 'openidconnect')
  return runProgram(stage, program, [], { CERTIFICATE: stage.certificateFile })
}
