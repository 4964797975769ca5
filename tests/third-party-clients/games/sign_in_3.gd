# examples/games/signIn.gd for Godot 3: the same functions in the same order, in the older language.
extends Node

signal code_shown(address, code, number)

const SCOPE := "openid profile"

var _issuer: String
var _client_id: String
var _is_cancelled := false


func _init(issuer: String, client_id: String) -> void:
	_issuer = issuer
	_client_id = client_id


func cancel() -> void:
	_is_cancelled = true


func by_device() -> Dictionary:
	_is_cancelled = false
	var server: Dictionary = yield(_discover(), "completed")
	if server.has("error"):
		return server
	var asked: Dictionary = yield(_post(
		server.get("device_authorization_endpoint", ""),
		{"client_id": _client_id, "scope": SCOPE}
	), "completed")
	if asked.has("error"):
		return asked
	if not asked.has("user_code"):
		return {"error": "no_connection"}
	var user_code: String = asked["user_code"]
	var number: String = user_code.split("-")[-1]
	emit_signal("code_shown", asked["verification_uri_complete"], user_code, number)
	var seconds: float = asked.get("interval", 5)
	while true:
		yield(get_tree().create_timer(seconds), "timeout")
		if _is_cancelled:
			return {"error": "cancelled"}
		var tokens: Dictionary = yield(_post(
			server["token_endpoint"],
			{
				"grant_type": "urn:ietf:params:oauth:grant-type:device_code",
				"device_code": asked["device_code"],
				"client_id": _client_id,
			}
		), "completed")
		match tokens.get("error", ""):
			"authorization_pending":
				continue
			"slow_down", "no_connection":
				seconds += 5
			_:
				return tokens
	return {}


func by_browser() -> Dictionary:
	_is_cancelled = false
	var server: Dictionary = yield(_discover(), "completed")
	if server.has("error"):
		return server
	var listener := TCP_Server.new()
	var port := 0
	# Godot 3 tells no port that the system chose.
	for tried in range(49152, 49252):
		if listener.listen(tried, "127.0.0.1") == OK:
			port = tried
			break
	if port == 0:
		return {"error": "no_port"}
	var redirect_uri := "http://127.0.0.1:%d/callback" % port
	var verifier := _random()
	var state := _random()
	_shell_open(
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
						"code_challenge": _base64url(_sha256(verifier)),
						"code_challenge_method": "S256",
					}
				)
			]
		)
	)
	var back: Dictionary = yield(_wait_for_return(listener, state), "completed")
	listener.stop()
	if back.has("error"):
		return back
	return yield(_post(
		server["token_endpoint"],
		{
			"grant_type": "authorization_code",
			"code": back.get("code", ""),
			"code_verifier": verifier,
			"redirect_uri": redirect_uri,
			"client_id": _client_id,
		}
	), "completed")


func by_ticket(ticket: String, is_of_steam: bool) -> Dictionary:
	var server: Dictionary = yield(_discover(), "completed")
	if server.has("error"):
		return server
	return yield(_post(
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
	), "completed")


func refresh(refresh_token: String) -> Dictionary:
	var server: Dictionary = yield(_discover(), "completed")
	if server.has("error"):
		return server
	return yield(_post(
		server["token_endpoint"],
		{
			"grant_type": "refresh_token",
			"refresh_token": refresh_token,
			"client_id": _client_id,
		}
	), "completed")


func _discover() -> Dictionary:
	var address := _issuer + "/.well-known/openid-configuration"
	var server: Dictionary = yield(_send(address, HTTPClient.METHOD_GET, ""), "completed")
	return server if server.has("token_endpoint") else {"error": "no_connection"}


func _post(address: String, fields: Dictionary) -> Dictionary:
	return yield(_send(address, HTTPClient.METHOD_POST, _form(fields)), "completed")


func _send(address: String, method: int, body: String) -> Dictionary:
	# In Godot 3 only a function that has waited can be waited for.
	yield(get_tree(), "idle_frame")
	var http := HTTPRequest.new()
	add_child(http)
	var headers := PoolStringArray(["Content-Type: application/x-www-form-urlencoded"])
	if http.request(address, headers, true, method, body) != OK:
		http.queue_free()
		return {"error": "no_connection"}
	var answer: Array = yield(http, "request_completed")
	http.queue_free()
	var text: PoolByteArray = answer[3]
	var parsed = parse_json(text.get_string_from_utf8()) if text.size() > 0 else null
	return parsed if parsed is Dictionary else {"error": "no_connection"}


func _wait_for_return(listener: TCP_Server, state: String) -> Dictionary:
	var texts := {}
	while not _is_cancelled:
		while listener.is_connection_available():
			texts[listener.take_connection()] = ""
		for peer in texts.keys():
			if peer.get_status() != StreamPeerTCP.STATUS_CONNECTED:
				texts.erase(peer)
				continue
			var available: int = peer.get_available_bytes()
			if available > 0:
				texts[peer] += peer.get_utf8_string(available)
			if not "\r\n\r\n" in texts[peer]:
				continue
			var target: String = _slice(texts[peer], " ", 1)
			texts.erase(peer)
			if _slice(target, "?", 0) != "/callback":
				_answer(peer, "404 Not Found", "Nothing is here.")
				continue
			var found := _fields(_slice(target, "?", 1))
			if found.get("state", "") != state:
				found["error"] = "other_state"
			var said := "You are not signed in." if found.has("error") else "You are signed in."
			_answer(peer, "200 OK", said + " Go back to the game.")
			return found
		yield(get_tree(), "idle_frame")
	return {"error": "cancelled"}


func _answer(peer: StreamPeerTCP, status: String, page: String) -> void:
	var head := "HTTP/1.1 %s\r\nContent-Type: text/plain\r\nContent-Length: %d" % [status, page.length()]
	peer.put_data(("%s\r\nConnection: close\r\n\r\n%s" % [head, page]).to_utf8())
	peer.disconnect_from_host()


func _fields(query: String) -> Dictionary:
	var found := {}
	for pair in query.split("&", false):
		found[_slice(pair, "=", 0)] = _slice(pair, "=", 1).percent_decode()
	return found


func _form(fields: Dictionary) -> String:
	var pairs := PoolStringArray()
	for name in fields:
		pairs.append("%s=%s" % [name, str(fields[name]).percent_encode()])
	return pairs.join("&")


func _random() -> String:
	return _base64url(Crypto.new().generate_random_bytes(32))


func _base64url(bytes: PoolByteArray) -> String:
	return (
		Marshalls.raw_to_base64(bytes).replace("+", "-").replace("/", "_").replace("=", "")
	)


func _sha256(text: String) -> PoolByteArray:
	var hashing := HashingContext.new()
	hashing.start(HashingContext.HASH_SHA256)
	hashing.update(text.to_utf8())
	return hashing.finish()


# String.get_slice of Godot 4.
func _slice(text: String, delimiter: String, at: int) -> String:
	var parts := text.split(delimiter)
	return parts[at] if at < parts.size() else ""


# The test is the browser.
func _shell_open(address: String) -> void:
	print("open ", address)
