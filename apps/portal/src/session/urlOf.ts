/** The address in an answer that is a URL, bare or as `{Url}`; '' for anything else. */
export function urlOf(answer: unknown): string {
  if (typeof answer === 'string') return answer
  const { Url } = (answer ?? {}) as { Url?: unknown }
  return typeof Url === 'string' ? Url : ''
}
