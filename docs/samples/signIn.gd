# Signs a player in from a Godot 4 game: by a code on the screen (consoles, televisions), or by the
# system's browser (computers). NOT RUN.
#
#   var sign_in := SignIn.new("https://account.example/oidc", "my-game")
#   add_child(sign_in)
#   sign_in.code_shown.connect(func(address, code, number): …)
#   var tokens := await sign_in.by_device()   # or: await sign_in.by_browser()
#   if tokens.has("error"): …
class_name SignIn
extends Node

## The player types `code` at `address` (or scans it as a QR code), and picks `number` there.
signal code_shown(address: String, code: String, number: String)

const SCOPE := "openid profile"

var _issuer: String
var _client_id: String


func _init(issuer: String, client_id: String) -> void:
	_issuer = issuer
	_client_id = client_id


## RFC 8628. Returns tokens, or `error`: `access_denied` (offer a new code), `expired_token` (show one).
func by_device() -> Dictionary:
	var server := await _discover()
	var asked := await _post(
		server.get("device_authorization_endpoint", ""),
		{"client_id": _client_id, "scope": SCOPE}
	)
	if asked.has("error"):
		return asked
	var user_code: String = asked["user_code"]
	# No address contains the number: the player compares it with this screen.
	var number := user_code.get_slice("-", user_code.get_slice_count("-") - 1)
	code_shown.emit(asked["verification_uri_complete"], user_code, number)
	var seconds: float = asked.get("interval", 5)
	while true:
		await get_tree().create_timer(seconds).timeout
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
			"slow_down":
				seconds += 5
			_:
				return tokens
	return {}


## RFC 8252: the system's browser comes back to a free port of this machine.
func by_browser() -> Dictionary:
	var server := await _discover()
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
	var back := await _wait_for_return(listener)
	listener.stop()
	if back.get("state", "") != state:
		return {"error": "other_state"}
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


## Exchanges a refresh token. `invalid_grant`: the sign-in has ended. Keep the newest token.
func refresh(refresh_token: String) -> Dictionary:
	var server := await _discover()
	return await _post(
		server["token_endpoint"],
		{
			"grant_type": "refresh_token",
			"refresh_token": refresh_token,
			"client_id": _client_id,
		}
	)


func _discover() -> Dictionary:
	return await _send(_issuer + "/.well-known/openid-configuration", HTTPClient.METHOD_GET, "")


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
	return parsed if parsed is Dictionary else {"error": "no_answer"}


func _wait_for_return(listener: TCPServer) -> Dictionary:
	while not listener.is_connection_available():
		await get_tree().process_frame
	var peer := listener.take_connection()
	var text := ""
	while not text.contains("\r\n\r\n") and peer.get_status() == StreamPeerTCP.STATUS_CONNECTED:
		peer.poll()
		text += peer.get_utf8_string(peer.get_available_bytes())
		await get_tree().process_frame
	var page := "You are signed in. Go back to the game."
	peer.put_data(
		("HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%s" % [page.length(), page]).to_utf8_buffer()
	)
	peer.disconnect_from_host()
	var query := text.get_slice(" ", 1).get_slice("?", 1)
	var found := {}
	for pair in query.split("&"):
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
