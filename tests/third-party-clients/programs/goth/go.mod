module gatehouse.example/site

go 1.25.0

require (
	github.com/gorilla/sessions v1.4.0
	github.com/markbates/goth v1.82.0
)

require (
	github.com/go-chi/chi/v5 v5.2.2 // indirect
	github.com/gorilla/context v1.1.1 // indirect
	github.com/gorilla/mux v1.6.2 // indirect
	github.com/gorilla/securecookie v1.1.2 // indirect
	golang.org/x/oauth2 v0.27.0 // indirect
)
