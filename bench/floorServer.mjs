// The floor: the product's framework without a product, which does no work.
import Fastify from 'fastify'

const user = {
  Id: 1,
  Username: 'Player1',
  Email: 'player1@bench.test',
  AvatarUrl: '',
  Titles: '',
  TitleName: '',
  CreatedAt: '2026-01-01T00:00:00.000Z',
  SteamCheck: false,
  IsCookiePopupSeen: false,
}
const properties = Object.fromEntries(
  Object.entries(user).map(([name, value]) => [name, { type: typeof value }]),
)

const app = Fastify()
app.get('/bare', () => ({ hello: 'world' }))
app.get('/user', { schema: { response: { 200: { type: 'object', properties } } } }, () => user)
await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) })
process.send({})
