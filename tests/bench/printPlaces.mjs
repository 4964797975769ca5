import { Client } from 'pg'

/** Fewer rows may lie unevenly by chance. */
const leastRows = 2000
/** A worker may have so much more or less than its part of a table. */
const mostOff = 0.2

/**
 * Prints how the rows of each table that is spread lie on the workers of Citus. Returns whether those
 * of many rows lie evenly.
 */
export async function printPlaces(url) {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query(`
      select name, array_agg(rows order by port) as parts from (
        select logicalrelid::text as name, nodeport as port, sum(result::int)::int as rows
        from pg_dist_partition, run_command_on_shards(logicalrelid, 'select count(*) from %s')
          join pg_dist_shard_placement using (shardid)
        where partmethod = 'h' group by 1, 2) parts
      group by 1 order by 1`)
    const filled = rows.filter(({ parts }) => sum(parts) >= leastRows)
    for (const { name, parts } of filled) {
      const mark = isEven(parts) ? '   ' : ' ! '
      console.log(`${mark}${name.padEnd(22)}rows of each worker: ${parts.join(', ')}`)
    }
    return filled.every(({ parts }) => isEven(parts))
  } finally {
    await client.end()
  }
}

const sum = (list) => list.reduce((total, each) => total + each, 0)

function isEven(parts) {
  const even = sum(parts) / parts.length
  return parts.every((each) => Math.abs(each - even) <= mostOff * even)
}
