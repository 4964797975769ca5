import { once } from 'node:events'
import { request } from 'node:http'

/** Sends one request, and returns its status and headers. */
export async function sendRequest(url, { method = 'GET', path, headers, body = '' }) {
  const sent = request(new URL(path, url), { method, headers })
  sent.end(body)
  const [answer] = await once(sent, 'response')
  answer.resume()
  await once(answer, 'end')
  return { status: answer.statusCode, headers: answer.headers }
}
