import { spawn } from 'node:child_process'

const running = new Set()
process.on('exit', () => {
  for (const child of running) child.kill()
})

/** Starts a program, which ends with this process at the latest: a play that takes too long leaves it. */
export function startProgram(command, args, options) {
  const child = spawn(command, args, options)
  running.add(child)
  child.on('exit', () => running.delete(child))
  return child
}
