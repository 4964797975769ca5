// Writes examples/games/signIn.gd in the language of Godot 3, which Debian has: what runs is the sample.
// Every rule has to find something, so that none outlives the line that it is for.

/** The text of an expression that begins at a place: a name with its calls, to their last bracket. */
function expressionAt(text, at) {
  let end = at
  for (let depth = 0; end < text.length; end += 1) {
    const letter = text[end]
    if ('([{'.includes(letter)) depth += 1
    else if (')]}'.includes(letter)) depth -= 1
    else if (depth === 0 && !/[\w.$]/.test(letter)) break
    if (depth < 0) break
  }
  return text.slice(at, end)
}

/** A signal is named apart; a call is waited for until it has completed. */
function waitFor(expression) {
  if (expression.endsWith(')')) return `yield(${expression}, "completed")`
  const dot = expression.lastIndexOf('.')
  const signal = expression.slice(dot + 1).replace('process_frame', 'idle_frame')
  return `yield(${expression.slice(0, dot)}, "${signal}")`
}

function withYields(text) {
  const at = text.lastIndexOf('await ')
  if (at === -1) return text
  const expression = expressionAt(text, at + 'await '.length)
  const rest = text.slice(at + 'await '.length + expression.length)
  return withYields(`${text.slice(0, at)}${waitFor(expression)}${rest}`)
}

/** `text.get_slice(a, b)` is `_slice(text, a, b)`. */
function withSlices(text) {
  const at = text.indexOf('.get_slice(')
  if (at === -1) return text
  const [subject] = /\w+(?:\[\w+\])?$/.exec(text.slice(0, at)) ?? ['']
  const call = expressionAt(text, at + 1)
  const given = call.slice('get_slice('.length)
  const before = text.slice(0, at - subject.length)
  return withSlices(`${before}_slice(${subject}, ${given}${text.slice(at + 1 + call.length)}`)
}

/** What Godot 4 has, and what does the same in Godot 3. */
const rules = [
  [/^class_name SignIn\n/m, ''],
  [/^(signal \w+)\((\w+): String, (\w+): String, (\w+): String\)/m, '$1($2, $3, $4)'],
  // A result that was waited for has no type of its own.
  [/var (\w+) := await /g, 'var $1: Dictionary = await '],
  [/code_shown\.emit\(/g, 'emit_signal("code_shown", '],
  [/\.get_slice_count\((".")\)/g, '.split($1).size()'],
  [/TCPServer/g, 'TCP_Server'],
  // Godot 3 tells no port that the system chose.
  [/listener\.listen\(0, "127\.0\.0\.1"\)/g, '_listen(listener)'],
  [/listener\.get_local_port\(\)/g, '_port'],
  // The test is the browser.
  [/OS\.shell_open\(/g, '_shell_open('],
  [/verifier\.sha256_buffer\(\)/g, '_sha256(verifier)'],
  [
    /http\.request\(address, headers, method, body\)/g,
    'http.request(address, headers, true, method, body)',
  ],
  // Only a function that has waited can be waited for.
  [/^(func _send\(.*\n)/m, '$1\tawait get_tree().process_frame\n'],
  [/JSON\.parse_string\(/g, '_parse('],
  [/var parsed: Variant/g, 'var parsed'],
  [/for peer: StreamPeerTCP in/g, 'for peer in'],
  [/^\t+peer\.poll\(\)\n/gm, ''],
  [/peer\.get_utf8_string\(peer\.get_available_bytes\(\)\)/g, '_read(peer)'],
  [/not texts\[peer\]\.contains\((".*?")\)/g, 'not $1 in texts[peer]'],
  [/\.uri_decode\(\)/g, '.percent_decode()'],
  [/\.uri_encode\(\)/g, '.percent_encode()'],
  [/\.to_utf8_buffer\(\)/g, '.to_utf8()'],
  [/"&"\.join\(pairs\)/g, 'pairs.join("&")'],
  [/Packed(Byte|String)Array/g, 'Pool$1Array'],
]

const additions = `

var _port := 0


func _listen(listener: TCP_Server) -> int:
	for tried in range(49152, 49252):
		if listener.listen(tried, "127.0.0.1") == OK:
			_port = tried
			return OK
	return FAILED


func _shell_open(address: String) -> void:
	print("open ", address)


func _parse(text: String):
	return parse_json(text) if text != "" else null


func _read(peer: StreamPeerTCP) -> String:
	var available := peer.get_available_bytes()
	return peer.get_utf8_string(available) if available > 0 else ""


func _sha256(text: String) -> PoolByteArray:
	var hashing := HashingContext.new()
	hashing.start(HashingContext.HASH_SHA256)
	hashing.update(text.to_utf8())
	return hashing.finish()


func _slice(text: String, delimiter: String, at: int) -> String:
	var parts := text.split(delimiter)
	return parts[at] if at < parts.size() else ""
`

export function toGodot3(sample) {
  const changed = rules.reduce((text, [pattern, replacement]) => {
    const next = text.replace(pattern, replacement)
    if (next === text) throw new Error(`signIn.gd has no ${pattern} any more.`)
    return next
  }, sample)
  return withSlices(withYields(changed)) + additions
}
