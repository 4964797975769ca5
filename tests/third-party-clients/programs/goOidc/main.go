// The README of go-oidc as a site: it sends a state, and neither a nonce nor PKCE.
package main

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"log"
	"net/http"
	"net/url"
	"os"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"
)

// The site of one player.
var kept *oauth2.Token

func main() {
	site := os.Getenv("SITE")
	// recipe
	ctx := context.Background()
	provider, err := oidc.NewProvider(ctx, os.Getenv("ISSUER"))
	if err != nil {
		log.Fatal(err)
	}
	config := oauth2.Config{
		ClientID:     os.Getenv("CLIENT_ID"),
		ClientSecret: os.Getenv("CLIENT_SECRET"),
		RedirectURL:  site + "/callback",
		Endpoint:     provider.Endpoint(),
		Scopes:       []string{oidc.ScopeOpenID, "profile", "email"},
	}
	verifier := provider.Verifier(&oidc.Config{ClientID: config.ClientID})
	// end

	claimsOf := func(token *oauth2.Token) (map[string]any, error) {
		raw, _ := token.Extra("id_token").(string)
		if _, err := verifier.Verify(ctx, raw); err != nil {
			return nil, err
		}
		info, err := provider.UserInfo(ctx, oauth2.StaticTokenSource(token))
		if err != nil {
			return nil, err
		}
		claims := map[string]any{}
		if err := info.Claims(&claims); err != nil {
			return nil, err
		}
		claims["access_token"] = token.AccessToken
		return claims, nil
	}
	answer := func(w http.ResponseWriter, token *oauth2.Token, err error) {
		claims := map[string]any{}
		if err == nil {
			claims, err = claimsOf(token)
		}
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		kept = token
		json.NewEncoder(w).Encode(claims)
	}

	http.HandleFunc("/log-in", func(w http.ResponseWriter, r *http.Request) {
		state := rand.Text()
		http.SetCookie(w, &http.Cookie{Name: "state", Value: state, Path: "/", HttpOnly: true, Secure: true})
		http.Redirect(w, r, config.AuthCodeURL(state), http.StatusFound)
	})
	http.HandleFunc("/callback", func(w http.ResponseWriter, r *http.Request) {
		state, err := r.Cookie("state")
		if err != nil || r.URL.Query().Get("state") != state.Value {
			http.Error(w, "state did not match", http.StatusBadRequest)
			return
		}
		token, err := config.Exchange(ctx, r.URL.Query().Get("code"))
		answer(w, token, err)
	})
	http.HandleFunc("/refresh", func(w http.ResponseWriter, r *http.Request) {
		token, err := config.TokenSource(ctx, &oauth2.Token{RefreshToken: kept.RefreshToken}).Token()
		answer(w, token, err)
	})
	http.HandleFunc("/log-out", func(w http.ResponseWriter, r *http.Request) {
		var more struct {
			EndSession string `json:"end_session_endpoint"`
		}
		if err := provider.Claims(&more); err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		hint, _ := kept.Extra("id_token").(string)
		query := url.Values{"id_token_hint": {hint}, "post_logout_redirect_uri": {site + "/bye"}}
		http.Redirect(w, r, more.EndSession+"?"+query.Encode(), http.StatusFound)
	})
	log.Fatal(http.ListenAndServe("127.0.0.1:"+os.Getenv("PORT"), nil))
}
