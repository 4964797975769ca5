import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { javaStore } from '../stage/javaStore.mjs'
import { runProgram } from '../stage/program.mjs'
import { withServer } from '../stage/registrations.mjs'

export const name = 'Java HttpURLConnection'
export const title = 'A program of Java signs a player in, refreshes and signs out (O95)'
export const packages = ['default-jdk-headless']
export const registrationAt = (site) => withServer(site)

export function isHere() {
  const { stdout } = spawnSync('java', ['--list-modules'], { encoding: 'utf8' })
  return stdout?.includes('jdk.compiler') ?? false
}

export function play(stage) {
  const file = join(import.meta.dirname, 'SignIn.java')
  return runProgram(stage, 'java', [...javaStore(stage), file])
}
