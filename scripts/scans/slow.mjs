// slowhttptest: a thousand slow connections, for a minute in each mode.
import { spawnSync } from 'node:child_process'
import { stripVTControlCharacters } from 'node:util'
import { debianTool } from './debianTool.mjs'
import { openTarget } from './openTarget.mjs'

export const title = 'L05 slowhttptest, a thousand connections'

const ways = { headers: '-H', body: '-B', ranges: '-R' }

export async function run() {
  const slowhttptest = debianTool('slowhttptest')
  const target = await openTarget({ kind: 'production' })
  try {
    const findings = Object.entries(ways).flatMap(([way, flag]) => {
      const load = ['-c', '1000', '-r', '200', '-i', '10', '-l', '60', '-p', '5']
      const args = [flag, ...load, '-u', `${target.address}/login`]
      const done = spawnSync(slowhttptest, args, { encoding: 'utf8', maxBuffer: 1 << 26 })
      // The tool writes colours even without a terminal.
      const said = stripVTControlCharacters(done.stdout)
      const answers = [...said.matchAll(/service available: +(YES|NO)/g)].map(([, word]) => word)
      const end = /Exit status: *(.+)/.exec(said)?.[1] ?? said.slice(-300)
      console.log(`${way}: asked ${answers.length} times, ${end.trim()}`)
      if (answers.length > 0 && !answers.includes('NO')) return []
      return [{ id: `slow ${way}`, detail: `out of reach: ${end}` }]
    })
    return { covered: `${Object.keys(ways).join(', ')}, 60 s each`, findings }
  } finally {
    await target.end()
  }
}
