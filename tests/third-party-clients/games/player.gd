# A program of the calls of sign_in_3.gd. Cancelling reads a file, as Godot 3 waits for standard input.
extends SceneTree

var _sign_in: Node
var _stop: String


func _init() -> void:
	call_deferred("_play", OS.get_cmdline_args())


func _play(args: Array) -> void:
	var given := args.slice(args.find("--play") + 1, args.size() - 1)
	_stop = given[4]
	_sign_in = load("res://sign_in_3.gd").new(given[1], given[2])
	root.add_child(_sign_in)
	_sign_in.connect("code_shown", self, "_show")
	var way: String = given[0]
	var tokens: Dictionary
	if way == "device":
		tokens = yield(_sign_in.by_device(), "completed")
	elif way == "browser":
		tokens = yield(_sign_in.by_browser(), "completed")
	else:
		tokens = yield(_sign_in.refresh(given[3]), "completed")
	print("tokens ", tokens.get("access_token", "-"), " ", tokens.get("refresh_token", "-"), " ", tokens.get("error", "-"))
	quit()


func _show(address: String, code: String, number: String) -> void:
	print("show ", address, " ", code, " ", number)


func _idle(_delta: float) -> bool:
	if _stop != "" and File.new().file_exists(_stop):
		_sign_in.cancel()
	return false
