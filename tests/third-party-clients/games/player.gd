# A program of the calls of signIn.gd. Cancelling reads a file, as Godot 3 waits for standard input.
extends SceneTree

var _sign_in: Node
var _stop: String


func _init() -> void:
	call_deferred("_play", OS.get_cmdline_args())


func _play(args: Array) -> void:
	var given := args.slice(args.find("--play") + 1, args.size() - 1)
	_stop = given[4]
	_sign_in = load("res://signIn.gd").new(given[1], given[2])
	root.add_child(_sign_in)
	_sign_in.connect("code_shown", self, "_show")
	var way: String = given[0]
	var tokens: Dictionary
	if way == "device":
		tokens = yield(_sign_in.by_device(), "completed")
	elif way == "browser":
		tokens = yield(_sign_in.by_browser(), "completed")
	elif way == "refresh":
		tokens = yield(_sign_in.refresh(given[3]), "completed")
	else:
		tokens = yield(_sign_in.by_ticket(given[3], way == "steam"), "completed")
	var shown := PoolStringArray(["tokens"])
	for name in ["access_token", "refresh_token", "error", "reason", "page"]:
		shown.append(tokens.get(name, "-"))
	print(shown.join(" "))
	quit()


func _show(address: String, code: String, number: String) -> void:
	print("show ", address, " ", code, " ", number)


func _idle(_delta: float) -> bool:
	if _stop != "" and File.new().file_exists(_stop):
		_sign_in.cancel()
	return false
