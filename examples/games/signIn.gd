# Signs a player in from a Godot 4 game: by a code on the screen (game consoles, televisions), or by the
# system's browser (computers). A test parses it as Godot 4, and runs it translated to Godot 3.
#
#   var sign_in := SignIn.new("https://account.example/oidc", "my-game")
#   add_child(sign_in)
#   sign_in.code_shown.connect(func(address, code, number): …)
#   var tokens := await sign_in.by_device()   # or: await sign_in.by_browser()
#   if tokens.has("error"): …                 # also no_connection, cancelled, other_state
#   sign_in.cancel()                          # from a button, while one of them waits
class_name SignIn
extends Node

## The player types `code` at `address` (or scans it as a QR code), and picks `number` there.
signal code_shown(address: String, code: String, number: String)

const SCOPE := "openid profile"

var _issuer: String
var _client_id: String
var _is_cancelled := false


func _init(issuer: String, client_id: String) -> void:
	_issuer = issuer
	_client_id = client_id


## Ends the sign-in that is waiting: its result is the error `cancelled`.
func cancel() -> void:
	_is_cancelled = true


## RFC 8628. Returns tokens, or `error`: `access_denied` (offer a new code), `expired_token` (show one).
func by_device() -> Dictionary:
	_is_cancelled = false
	var server := await _discover()
	if server.has("error"):
		return server
	var asked := await _post(
		server.get("device_authorization_endpoint", ""),
		{"client_id": _client_id, "scope": SCOPE}
	)
	if asked.has("error"):
		return asked
	if not asked.has("user_code"):
		return {"error": "no_connection"}
	var user_code: String = asked["user_code"]
	# No address contains the number: the player compares it with this screen.
	var number := user_code.get_slice("-", user_code.get_slice_count("-") - 1)
	code_shown.emit(asked["verification_uri_complete"], user_code, number)
	var seconds: float = asked.get("interval", 5)
	while true:
		await get_tree().create_timer(seconds).timeout
		if _is_cancelled:
			return {"error": "cancelled"}
		var tokens := await _post(
			server["token_endpoint"],
			{
				"grant_type": "urn:ietf:params:oauth:grant-type:device_code",
				"device_code": asked["device_code"],
				"client_id": _client_id,
			}
		)
		match tokens.get("error", ""):
			"authorization_pending":
				continue
			"slow_down", "no_connection":
				# A short loss of the network ends nothing: the code is good for minutes.
				seconds += 5
			_:
				return tokens
	return {}


## RFC 8252: the system's browser comes back to a free port of this machine.
func by_browser() -> Dictionary:
	_is_cancelled = false
	var server := await _discover()
	if server.has("error"):
		return server
	var listener := TCPServer.new()
	if listener.listen(0, "127.0.0.1") != OK:
		return {"error": "no_port"}
	var redirect_uri := "http://127.0.0.1:%d/callback" % listener.get_local_port()
	var verifier := _random()
	var state := _random()
	OS.shell_open(
		(
			"%s?%s"
			% [
				server["authorization_endpoint"],
				_form(
					{
						"client_id": _client_id,
						"redirect_uri": redirect_uri,
						"response_type": "code",
						"scope": SCOPE,
						"state": state,
						"code_challenge": _base64url(verifier.sha256_buffer()),
						"code_challenge_method": "S256",
					}
				)
			]
		)
	)
	var back := await _wait_for_return(listener, state)
	listener.stop()
	if back.has("error"):
		return back
	return await _post(
		server["token_endpoint"],
		{
			"grant_type": "authorization_code",
			"code": back.get("code", ""),
			"code_verifier": verifier,
			"redirect_uri": redirect_uri,
			"client_id": _client_id,
		}
	)


## RFC 8693, without a browser. `ticket` is the hexadecimal one of Steam's getAuthTicketForWebApi
## ("gatehouse"), or the JSON Web Token of EOS_Auth_CopyIdToken; each is good for one sign-in. Returns tokens,
## or `error` with `reason`. `not_linked`, `not_a_way_in`, `unconfirmed`: open `page`, where the player does
## something about it. `second_step`: sign in by the browser or a code.
func by_ticket(ticket: String, is_of_steam: bool) -> Dictionary:
	var server := await _discover()
	if server.has("error"):
		return server
	return await _post(
		server["token_endpoint"],
		{
			"grant_type": "urn:ietf:params:oauth:grant-type:token-exchange",
			"subject_token": ticket,
			"subject_token_type":
			(
				"urn:gatehouse:token-type:steam-ticket"
				if is_of_steam
				else "urn:ietf:params:oauth:token-type:id_token"
			),
			"scope": SCOPE,
			"client_id": _client_id,
		}
	)


## Exchanges a refresh token. `invalid_grant`: the sign-in has ended. Keep the newest token.
func refresh(refresh_token: String) -> Dictionary:
	var server := await _discover()
	if server.has("error"):
		return server
	return await _post(
		server["token_endpoint"],
		{
			"grant_type": "refresh_token",
			"refresh_token": refresh_token,
			"client_id": _client_id,
		}
	)


func _discover() -> Dictionary:
	var address := _issuer + "/.well-known/openid-configuration"
	var server := await _send(address, HTTPClient.METHOD_GET, "")
	return server if server.has("token_endpoint") else {"error": "no_connection"}


func _post(address: String, fields: Dictionary) -> Dictionary:
	return await _send(address, HTTPClient.METHOD_POST, _form(fields))


func _send(address: String, method: int, body: String) -> Dictionary:
	var http := HTTPRequest.new()
	add_child(http)
	var headers := PackedStringArray(["Content-Type: application/x-www-form-urlencoded"])
	if http.request(address, headers, method, body) != OK:
		http.queue_free()
		return {"error": "no_connection"}
	var answer: Array = await http.request_completed
	http.queue_free()
	var text: PackedByteArray = answer[3]
	var parsed: Variant = JSON.parse_string(text.get_string_from_utf8())
	return parsed if parsed is Dictionary else {"error": "no_connection"}


## Browsers also open connections that stay idle, and ask for an icon: all are looked at in turn.
func _wait_for_return(listener: TCPServer, state: String) -> Dictionary:
	var texts := {}
	while not _is_cancelled:
		while listener.is_connection_available():
			texts[listener.take_connection()] = ""
		for peer: StreamPeerTCP in texts.keys():
			peer.poll()
			if peer.get_status() != StreamPeerTCP.STATUS_CONNECTED:
				texts.erase(peer)
				continue
			texts[peer] += peer.get_utf8_string(peer.get_available_bytes())
			if not texts[peer].contains("\r\n\r\n"):
				continue
			var target: String = texts[peer].get_slice(" ", 1)
			texts.erase(peer)
			if target.get_slice("?", 0) != "/callback":
				_answer(peer, "404 Not Found", "Nothing is here.")
				continue
			var found := _fields(target.get_slice("?", 1))
			if found.get("state", "") != state:
				found["error"] = "other_state"
			var said := "You are not signed in." if found.has("error") else "You are signed in."
			_answer(peer, "200 OK", said + " Go back to the game.")
			return found
		await get_tree().process_frame
	return {"error": "cancelled"}


func _answer(peer: StreamPeerTCP, status: String, page: String) -> void:
	var head := "HTTP/1.1 %s\r\nContent-Type: text/plain\r\nContent-Length: %d" % [status, page.length()]
	peer.put_data(("%s\r\nConnection: close\r\n\r\n%s" % [head, page]).to_utf8_buffer())
	peer.disconnect_from_host()


func _fields(query: String) -> Dictionary:
	var found := {}
	for pair in query.split("&", false):
		found[pair.get_slice("=", 0)] = pair.get_slice("=", 1).uri_decode()
	return found


func _form(fields: Dictionary) -> String:
	var pairs := PackedStringArray()
	for name in fields:
		pairs.append("%s=%s" % [name, str(fields[name]).uri_encode()])
	return "&".join(pairs)


func _random() -> String:
	return _base64url(Crypto.new().generate_random_bytes(32))


func _base64url(bytes: PackedByteArray) -> String:
	return (
		Marshalls.raw_to_base64(bytes).replace("+", "-").replace("/", "_").replace("=", "")
	)
