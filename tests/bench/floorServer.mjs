// The floors: the product's framework without a product, which does no work; and the least that a call
// does which asks the database, one prepared select by primary key.
import Fastify from 'fastify'
import { Pool } from 'pg'

const statement = {
  name: 'floor',
  text: `select id, username, email, avatar_url, titles, created_at, steam_check, cookie_popup_seen
    from players where deployment = $1 and id = $2`,
}
// Without a database there is no such floor.
const { DATABASE_URL: connectionString } = process.env
const pool = connectionString === undefined ? null : new Pool({ connectionString, max: 10 })

const app = Fastify()
app.get('/bare', () => ({ hello: 'world' }))
app.get('/select/:id', async ({ params: { id } }) => {
  const { rows } = await pool.query({ ...statement, values: ['bench', id] })
  return rows[0]
})
await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) })
process.send({})
